package dev.agenthost.protocol.store.artifact;

import java.util.regex.Pattern;

/** What may be kept as a file: as base64 its bytes fit into one frame of the runners' wire (16 MiB). */
public final class FileLimits {
    /** Of one file. */
    public static final int BYTES = 10 * 1024 * 1024;
    /** Of a run: files whose facts are asked for at its start. */
    public static final int MOST_NAMED = 1_000;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

    private FileLimits() {}

    /** Whether a file could have that key (the grammar of LangBot's wire). */
    public static boolean isKey(String text) {
        return KEY.matcher(text).matches() && !text.contains("..");
    }
}
