package dev.agenthost.delivery.surface.discord;

import dev.agenthost.delivery.surface.ArtifactReader;
import dev.agenthost.delivery.surface.calls.ArtifactSender;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.discord.calls.DiscordAnswer;
import dev.agenthost.im.discord.calls.DiscordCall;
import dev.agenthost.im.discord.rendering.DiscordRenderer;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.protocol.delivery.OutboundArtifact;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Sends artifacts of context-store to Discord, each with its message (https://docs.discord.com/developers/reference#uploading-files), under
 * the key of the message.
 *
 * @param limit for one upload
 */
public record DiscordFileCaller(ArtifactReader artifacts, Duration limit) {

    /** Makes the call. A file that cannot be read, or is too large, is a refusal; an unavailable store is no effect. */
    Uni<CallOutcome> make(
            DiscordCalls calls,
            DiscordGate gate,
            DiscordCall.Post call,
            OutboundArtifact file,
            ArtifactOwner reader,
            String part,
            BooleanSupplier maySend) {
        return new ArtifactSender(
                        artifacts, "Discord", DiscordRenderer.FILE_BYTES, DiscordAnswer.REFUSED, DiscordAnswer.TOO_LONG)
                .send(reader, file.artifactId(), (size, pieces) -> calls.upload(
                                call, file, new HttpBody.Pieces(size, pieces), part, limit, maySend)
                        .chain(result -> gate.answered(DiscordRoute.MESSAGES, result)));
    }
}
