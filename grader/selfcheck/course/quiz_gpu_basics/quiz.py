# GPU ও CUDA: ধারণা যাচাই / GPU and CUDA: check your understanding
#
# উত্তরগুলো নিচের ANSWERS-এ প্রশ্নের নামের পাশে লিখুন। / Write your answers into ANSWERS below.
#   একটি উত্তর / one option:         "q1": "a",
#   একাধিক উত্তর / several options:  "q3": ["a", "b"],
#   সংখ্যা / a number:               "q4": 125,
#   একক সহ সংখ্যা / with a unit:     "q6": "10.5 ms",     ("১০.৫ ms" ও চলে / works too)
#   ক্রম / an order:                 "q8": ["host", "global", "l2", "register", "shared"],
#
# q1  বড় matrix multiplication GPU-তে CPU-এর চেয়ে অনেক দ্রুত চলে। এর মূল কারণ কোনটি?
#     A large matrix multiplication is much faster on a GPU than on a CPU. What is the main reason?
#       a  GPU-এর একেকটি core CPU-এর একেকটি core-এর চেয়ে দ্রুত / a single GPU core is faster than a single CPU core
#       b  হাজার হাজার thread একই operation আলাদা আলাদা data-তে একসঙ্গে চালায় / thousands of threads run the same
#          operation on different data at once
#       c  GPU-তে data পাঠাতে কোনো সময় লাগে না / sending data to the GPU takes no time
#       d  GPU Python কোডকে নিজে থেকে ছোট করে দেয় / the GPU makes the Python code shorter by itself
#
# q2  NVIDIA GPU-তে একটি warp-এ কতটি thread থাকে? / How many threads are there in one warp of an NVIDIA GPU?
#       a  ৮টি / 8      b  ১৬টি / 16      c  ৩২টি / 32      d  ২৫৬টি / 256
#
# q3  কোন কোন অভ্যাস GPU-তে training ধীর করে, বা GPU memory ফুরিয়ে দেয়? যতগুলো ঠিক, সবগুলো বেছে নিন।
#     Which habits slow down training on a GPU, or use up its memory? Choose all that apply.
#       a  loop-এর প্রতি ধাপে .cpu() ডাকা / calling .cpu() at every step of the loop
#       b  DataLoader-এ pin_memory=True দেওয়া / setting pin_memory=True in the DataLoader
#       c  batch size খুব ছোট রাখা / keeping the batch size very small
#       d  প্রতি ধাপের loss tensor একটি list-এ জমিয়ে রাখা / keeping the loss tensor of every step in a list
#       e  device একবার ঠিক করে সবখানে সেটিই ব্যবহার করা / choosing device once and using it everywhere
#
# q4  একটি thread-এর blockIdx.x = 3, blockDim.x = 256 আর threadIdx.x = 10। তার global_id কত?
#     A thread has blockIdx.x = 3, blockDim.x = 256 and threadIdx.x = 10. What is its global_id?
#
# q5  ১০,০০,০০০টি element, প্রতি block-এ ২৫৬টি thread, আর প্রতিটি thread একটি element-এ কাজ করে। কমপক্ষে কতটি block লাগবে?
#     There are 1,000,000 elements and 256 threads per block, and each thread works on one element. How many blocks are
#     needed at least?
#
# q6  ১৪ GB gradient পাঠাতে হবে Ethernet 1G দিয়ে, যার bandwidth ০.১২৫ GB/s। কত সময় লাগবে? একক (unit) সহ লিখুন।
#     14 GB of gradients are sent over Ethernet 1G, which has a bandwidth of 0.125 GB/s. How long does it take? Give the
#     unit.
#
# q7  একটি model-এ ৩০০ কোটি (৩ billion) parameter, সবই FP32। শুধু weight রাখতে কত memory লাগবে? একক (unit) সহ লিখুন।
#     A model has 3 billion parameters, all in FP32. How much memory do the weights alone need? Give the unit.
#
# q8  GPU-এর একটি thread-এর চোখে সবচেয়ে দ্রুত থেকে সবচেয়ে ধীর, এই ক্রমে সাজান।
#     Put in order, from fastest to slowest, as seen by a thread of a GPU.
#       global  global memory (VRAM)      l2  L2 cache      host  host memory (CPU RAM)
#       register  register                shared  shared memory
#
# q9  GPU-তে সময় মাপার সময় torch.cuda.synchronize() কেন দরকার? নিজের ভাষায় এক-দুই বাক্যে লিখুন।
#     Why is torch.cuda.synchronize() needed when something is timed on a GPU? Answer in your own words, in one or two
#     sentences.

ANSWERS = {
    "q1": "",
    "q2": "",
    "q3": [],
    "q4": None,
    "q5": None,
    "q6": "",
    "q7": "",
    "q8": [],
    "q9": "",
}
