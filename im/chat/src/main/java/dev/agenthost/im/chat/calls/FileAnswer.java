package dev.agenthost.im.chat.calls;

/** The outcome of the download of a file of a person's message. */
public sealed interface FileAnswer {

    /**
     * The whole file.
     *
     * @param path relative to the bot, for instance {@code photos/file_7.jpg}
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Received(byte[] content, String path) implements FileAnswer {}

    /** The file is larger than the platform serves, or than the host reads. */
    record TooLarge() implements FileAnswer {}

    /** The platform refuses the file, and will the next time. */
    record Refused(String description) implements FileAnswer {}

    /** The answer leads to another address: it is not followed. */
    record Elsewhere(String why) implements FileAnswer {}

    /** The settings of the host do not permit the download. */
    record Unconfigured(String why) implements FileAnswer {}

    /** The file may be there the next time. */
    record Failed(String why) implements FileAnswer {}
}
