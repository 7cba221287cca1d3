package dev.agenthost.context.file;

/**
 * What one workspace may keep as files.
 *
 * @param bytes of all of them together
 */
public record FileQuota(long bytes, int files) {
    public FileQuota {
        if (bytes < 1 || files < 1) {
            throw new IllegalArgumentException("a quota has at least one byte and one file");
        }
    }
}
