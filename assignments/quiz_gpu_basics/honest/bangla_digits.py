"""Everything right, typed the Bangla way: Bangla digits and units, option texts, an order in one line."""

ANSWERS = dict(
    q1="B",
    q2="৩২টি",
    q3="a, c ও d",
    q4="৭৭৮",
)
ANSWERS["q5"] = "৩,৯০৭টি block"
ANSWERS["q6"] = "১৪ / ০.১২৫ = ১১২ সেকেন্ড"
ANSWERS["q7"] = "১২ গিগাবাইট"
ANSWERS["q8"] = "register > shared > l2 > global > host"
ANSWERS["q9"] = "kernel launch asynchronous; synchronize() hostকে অপেক্ষা করায় যতক্ষণ GPU এর সব কাজ শেষ না হয়"
