package dev.agenthost.protocol.store.artifact;

import java.util.regex.Pattern;

/** The limits of stored files: the base64 of a file fits into one frame of the runners' wire (16 MiB). */
public final class FileLimits {
    /** Largest file, in bytes. */
    public static final int BYTES = 10 * 1024 * 1024;
    /** Most files of a run whose metadata is requested at its start. */
    public static final int MOST_NAMED = 1_000;

    private static final Pattern KEY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");

    private FileLimits() {}

    /** Returns true if the text is a valid file key (the grammar of LangBot's wire). */
    public static boolean isKey(String text) {
        return KEY.matcher(text).matches() && !text.contains("..");
    }
}
