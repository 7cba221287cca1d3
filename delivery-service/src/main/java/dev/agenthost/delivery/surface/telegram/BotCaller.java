package dev.agenthost.delivery.surface.telegram;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.telegram.calls.BotApiCall;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.http.HttpBody;
import dev.agenthost.platform.security.SecretRedactor;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Calls the Bot API as one bot. The token never leaves it. */
final class BotCaller {
    private final TelegramClient client;
    private final String token;
    private final SecretRedactor redactor;

    BotCaller(TelegramClient client, String token) {
        this.client = client;
        this.token = token;
        this.redactor = SecretRedactor.of(List.of(token));
    }

    Uni<CallOutcome> call(BotApiCall call, BooleanSupplier maySend) {
        return client.call(token, call, maySend);
    }

    Uni<CallOutcome> upload(
            BotApiCall call,
            BotApiCall.FileUpload file,
            HttpBody.Pieces content,
            Duration limit,
            BooleanSupplier maySend) {
        return client.upload(token, call, file, content, limit, maySend);
    }

    /** Returns words of the server without the token. */
    String clean(String words) {
        return redactor.without(words);
    }
}
