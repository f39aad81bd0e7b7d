package dev.plumb.ebpf;

/// An error number of the kernel, by name; the values are the same on x86-64 and aarch64.
public enum Errno {
    NONE(0, "no error"),
    EPERM(1, "not permitted"),
    ENOENT(2, "no such file or entry"),
    ESRCH(3, "no such process"),
    EINTR(4, "interrupted"),
    EIO(5, "input/output error"),
    ENXIO(6, "no such device or address"),
    E2BIG(7, "argument or program too large"),
    EBADF(9, "bad file descriptor"),
    ECHILD(10, "no child process"),
    EAGAIN(11, "try again"),
    ENOMEM(12, "out of memory"),
    EACCES(13, "permission denied"),
    EFAULT(14, "bad address"),
    EBUSY(16, "busy"),
    EEXIST(17, "already exists"),
    EXDEV(18, "cross-device link"),
    ENODEV(19, "no such device"),
    ENOTDIR(20, "not a directory"),
    EISDIR(21, "is a directory"),
    EINVAL(22, "invalid argument"),
    ENFILE(23, "too many open files in the system"),
    EMFILE(24, "too many open files"),
    ENOSPC(28, "no space left"),
    ESPIPE(29, "cannot seek"),
    EROFS(30, "read-only file system"),
    EPIPE(32, "broken pipe"),
    ERANGE(34, "out of range"),
    ENAMETOOLONG(36, "name too long"),
    ENOSYS(38, "not implemented by this kernel"),
    ELOOP(40, "too many levels of links"),
    EBADFD(77, "file descriptor in bad state"),
    EILSEQ(84, "illegal sequence"),
    ENOTSUP(95, "not supported"),
    EADDRNOTAVAIL(99, "address not available"),
    ETIMEDOUT(110, "timed out"),
    ESTALE(116, "stale handle"),
    ECANCELED(125, "cancelled"),
    ENOTSUPP(524, "not supported by this kernel"),
    OTHER(-1, "unknown error");

    private final int number;
    private final String meaning;

    Errno(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    /// The name and what it means, such as `EPERM: not permitted`.
    public String description() {
        return name() + ": " + meaning;
    }

    /// The constant for a positive or negative error number; [#OTHER] for one that has none.
    public static Errno of(int number) {
        int positive = Math.abs(number);
        for (Errno errno : values()) {
            if (errno.number == positive) {
                return errno;
            }
        }
        return OTHER;
    }

    /// Names an error number even where it has no constant, such as `errno 71`.
    public static String describe(int number) {
        Errno errno = of(number);
        return errno == OTHER ? "errno " + Math.abs(number) : errno.description();
    }
}
