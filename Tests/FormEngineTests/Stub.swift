// Placeholder; replaced by the first file.
