/** The longest path of a unix socket that Linux and macOS take, with its final zero. */
export const PATH_BYTES_MAX = 103;
