package dev.agenthost.im.telegram.calls;

/** The outcome of the download of a file (<a href="https://core.telegram.org/bots/api#getfile">getFile</a>). */
public sealed interface FileAnswer {

    /**
     * The whole file.
     *
     * @param path relative to the bot, for instance {@code photos/file_7.jpg}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Received(byte[] content, String path) implements FileAnswer {}

    /** The file is larger than Telegram serves, or than the host reads. */
    record TooLarge() implements FileAnswer {}

    /** Telegram refuses the file, and will the next time. */
    record Refused(String description) implements FileAnswer {}

    /** The answer leads to another address: it is not followed. */
    record Elsewhere(String why) implements FileAnswer {}

    /** The file may be there the next time. */
    record Failed(String why) implements FileAnswer {}
}
