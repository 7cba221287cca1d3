package dev.agenthost.context.file;

/**
 * Limits of the files of one workspace.
 *
 * @param bytes of all files together
 */
public record FileQuota(long bytes, int files) {
    public FileQuota {
        if (bytes < 1 || files < 1) {
            throw new IllegalArgumentException("a quota has at least one byte and one file");
        }
    }
}
