"""Device plugins: a real card, or the virtual one."""
