package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.delivery.send.ClaimedSend;
import dev.agenthost.delivery.send.SendRepository;
import dev.agenthost.delivery.surface.calls.FileClaim;
import dev.agenthost.delivery.surface.calls.PartCalls;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.rendering.CallFallback;
import dev.agenthost.im.telegram.rendering.LongText;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import dev.agenthost.protocol.delivery.OutboundReply;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Makes the calls of one part: those with a file by an upload, the others directly. */
final class PartCaller implements PartCalls<BotApiCall> {
    private final BotCaller bot;
    private final Optional<ArtifactUpload> uploads;
    private final ChatGate gate;
    private final FileClaim files;

    /** @param uploads empty if files are named instead of sent */
    PartCaller(
            BotCaller bot,
            SendRepository sends,
            Optional<ArtifactUpload> uploads,
            ChatGate gate,
            ClaimedSend claimed,
            OutboundReply part) {
        this.bot = bot;
        this.uploads = uploads;
        this.gate = gate;
        this.files = FileClaim.of(sends, claimed, part);
    }

    @Override
    public Uni<Duration> take(BotApiCall call) {
        return gate.take(chat(call));
    }

    @Override
    public Uni<Void> pause(BotApiCall call, Duration delay) {
        return gate.pause(chat(call), delay);
    }

    private static long chat(BotApiCall call) {
        return call.parameters().path("chat_id").asLong();
    }

    /** Makes a call. An upload prolongs the claim first, because it may take longer than other calls. */
    @Override
    public Uni<CallOutcome> call(BotApiCall call, BooleanSupplier holdsClaim) {
        BotApiCall.FileUpload file = call.upload();
        if (file == null) {
            return bot.call(call, holdsClaim);
        }
        if (uploads.isEmpty()) {
            return bot.call(TelegramRenderer.withoutUpload(call), holdsClaim);
        }
        return files.make(uploads.get().limit(), () -> uploads.get().make(bot, call, file, files.reader(), holdsClaim));
    }

    @Override
    public String clean(String words) {
        return bot.clean(words);
    }

    @Override
    public Optional<List<BotApiCall>> fallback(BotApiCall call, CallOutcome.Refused refusal) {
        return CallFallback.of(call, refusal);
    }

    @Override
    public List<BotApiCall> pieces(BotApiCall call, int division) {
        return LongText.pieces(call, division);
    }

    @Override
    public boolean canDivide(BotApiCall call, int division, CallOutcome.Refused refusal) {
        return LongText.isReason(refusal) && LongText.canDivide(call, division);
    }

    @Override
    public BotApiCall moved(BotApiCall call, long chatId) {
        return call.in(chatId);
    }

    @Override
    public @Nullable String editedMessage(BotApiCall call) {
        return call.parameters().path("message_id").asText(null);
    }
}
