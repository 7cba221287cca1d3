package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import java.util.Objects;

/** Renders the files of an agent (https://docs.discord.com/developers/reference#uploading-files), each in a message of its own. */
final class DiscordFiles {
    /** Largest file in bytes without a boosted server (20 MiB). The platform refuses some of these, too. */
    static final long FILE_BYTES = 20L * 1024 * 1024;

    private static final int LONGEST_NAME = 100;

    private DiscordFiles() {}

    /** Returns the message with the file, or one that says why it cannot be shown. */
    static DiscordCall.Post render(DiscordTarget target, OutboundArtifact artifact) {
        Long size = artifact.sizeBytes();
        return size != null && size > FILE_BYTES
                ? target.message(FormattedText.plain("The file " + name(artifact) + " has " + (size >> 20)
                        + " MiB. Discord accepts files of at most 20 MiB."))
                : target.file(artifact);
    }

    /** Returns a message that names the file of a call instead of showing it. */
    static DiscordCall.Post named(DiscordCall.Post call) {
        OutboundArtifact file = Objects.requireNonNull(call.file());
        FormattedText text =
                FormattedText.plain("The file " + name(file) + " is ready, but it cannot be sent to this channel.");
        return new DiscordCall.Post(call.channel(), text, call.rest(), call.place() + ".named", null);
    }

    /** Returns the name that the file has in its message. */
    static String name(OutboundArtifact artifact) {
        String name = artifact.name() == null ? artifact.artifactType() : artifact.name();
        String plain = name.replaceAll("[\\p{Cntrl}\"\\\\/]", "_");
        int end = Math.min(LONGEST_NAME, plain.length());
        return plain.substring(0, end > 0 && Character.isHighSurrogate(plain.charAt(end - 1)) ? end - 1 : end);
    }
}
