package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.calls.CallOutcome;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.protocol.delivery.OutboundReply;
import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Makes the calls of one part: those with a file by an upload, the others directly. */
final class PartCaller {
    private final BotCaller bot;
    private final SendRepository sends;
    private final Optional<ArtifactUpload> uploads;
    private final ChatGate gate;
    private final ClaimedSend claimed;
    private final ArtifactOwner reader;

    /** @param uploads empty if files are named instead of sent */
    PartCaller(
            BotCaller bot,
            SendRepository sends,
            Optional<ArtifactUpload> uploads,
            ChatGate gate,
            ClaimedSend claimed,
            OutboundReply part) {
        this.bot = bot;
        this.sends = sends;
        this.uploads = uploads;
        this.gate = gate;
        this.claimed = claimed;
        this.reader = new ArtifactOwner(
                part.workspaceId(), part.runId(), part.botId(), part.conversationId(), part.threadId());
    }

    /** Takes the call from the rate of its chat; returns the time to wait, or zero. */
    Uni<Duration> take(BotApiCall call) {
        return gate.take(chat(call));
    }

    /** Lets every replica wait with calls into the chat. */
    Uni<Void> pause(BotApiCall call, Duration delay) {
        return gate.pause(chat(call), delay);
    }

    private static long chat(BotApiCall call) {
        return call.parameters().path("chat_id").asLong();
    }

    /** Makes a call. An upload prolongs the claim first, because it may take longer than other calls. */
    Uni<CallOutcome> call(BotApiCall call, BooleanSupplier holdsClaim) {
        BotApiCall.FileUpload file = call.upload();
        if (file == null) {
            return bot.call(call, holdsClaim);
        }
        if (uploads.isEmpty()) {
            return bot.call(TelegramRenderer.withoutUpload(call), holdsClaim);
        }
        return sends.prolong(claimed, uploads.get().limit())
                .chain(isHeld -> isHeld
                        ? uploads.get().make(bot, call, file, reader, holdsClaim)
                        : Uni.createFrom().item(new CallOutcome.NotSent("the claim ended", true)));
    }

    /** Returns words of the server without the token. */
    String clean(String words) {
        return bot.clean(words);
    }
}
