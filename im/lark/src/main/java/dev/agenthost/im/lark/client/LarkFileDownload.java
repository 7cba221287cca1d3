package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.lark.inbound.LarkFile;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Downloads a file of a message with the token of its app
 * (https://open.larkoffice.com/document/uAjLw4CM/ukTMukTMukTM/reference/im-v1/message-resource/get). A redirect is not followed.
 */
public final class LarkFileDownload {
    private static final String SAFE = "[A-Za-z0-9_-]{1,200}";

    /** The token is not valid (https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code). */
    private static final int INVALID_TOKEN = 99_991_663;
    /** The file is too large for the API (assumed). */
    private static final int TOO_LARGE = 234_037;
    /** Too many calls. */
    private static final int RATE_LIMIT = 99_991_400;

    private static final int LARGEST_PROBLEM = 64 * 1024;
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final TenantTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public LarkFileDownload(EgressClient outbound, TenantTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Never fails. A token that the platform refuses is replaced once.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(LarkApp app, LarkFile file, int most) {
        if (!file.messageId().matches(SAFE) || !file.key().matches(SAFE)) {
            return answer(
                    new FileAnswer.Refused("the key of the file has other characters than a key of the platform"));
        }
        return attempt(app, file, most)
                .chain(attempt -> attempt instanceof Attempt.InvalidToken
                        ? attempt(app, file, most)
                        : Uni.createFrom().item(attempt))
                .map(attempt -> switch (attempt) {
                    case Attempt.Ended(FileAnswer answer) -> answer;
                    case Attempt.InvalidToken() -> new FileAnswer.Failed("the platform refuses a new token");
                });
    }

    /** The outcome of one call. */
    private sealed interface Attempt {
        record Ended(FileAnswer answer) implements Attempt {}

        record InvalidToken() implements Attempt {}
    }

    private Uni<Attempt> attempt(LarkApp app, LarkFile file, int most) {
        return tokens.of(app).chain(token -> switch (token) {
            case TenantToken.Valid(String value) -> attempt(app, file, value, most);
            case TenantToken.Missing(QueryOutcome.Unsuccessful why) -> ended(withoutToken(why));
        });
    }

    private Uni<Attempt> attempt(LarkApp app, LarkFile file, String token, int most) {
        String url = app.apiUrl() + "/open-apis/im/v1/messages/" + file.messageId() + "/resources/" + file.key()
                + "?type=" + file.resourceType();
        return outbound.call(HttpRequest.get(url, Map.of("Authorization", "Bearer " + token), timeout))
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(answer.status() < REDIRECTION ? most : LARGEST_PROBLEM, timeout)
                                .map(body -> content(answer.status(), body, file, () -> tokens.refused(app, token)));
                    case HttpCallResult.Invalid(String why) ->
                        ended(new FileAnswer.Elsewhere("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> ended(new FileAnswer.Elsewhere(why));
                    case HttpCallResult.Unreachable(String why) -> ended(new FileAnswer.Failed(why));
                })
                .onFailure(ResponseTooLargeException.class)
                .recoverWithItem(new Attempt.Ended(new FileAnswer.TooLarge()))
                .onFailure()
                .recoverWithItem(failure -> new Attempt.Ended(
                        new FileAnswer.Failed(failure.getClass().getSimpleName())));
    }

    private static Attempt content(int status, byte[] body, LarkFile file, Runnable refuseToken) {
        if (status < REDIRECTION) {
            return new Attempt.Ended(
                    new FileAnswer.Received(body, Objects.requireNonNullElse(file.name(), file.kind())));
        }
        if (status < CLIENT_ERROR) {
            return new Attempt.Ended(new FileAnswer.Elsewhere("the platform redirects"));
        }
        int code = code(body);
        if (code == INVALID_TOKEN) {
            refuseToken.run();
            return new Attempt.InvalidToken();
        }
        String why = code == 0 ? "status " + status : "code " + code;
        boolean mayRepeat = status >= SERVER_ERROR || status == TOO_MANY_REQUESTS || code == RATE_LIMIT;
        return new Attempt.Ended(
                code == TOO_LARGE
                        ? new FileAnswer.TooLarge()
                        : mayRepeat ? new FileAnswer.Failed(why) : new FileAnswer.Refused(why));
    }

    /** Returns the code of an answer; 0 for none. */
    private static int code(byte[] body) {
        try {
            JsonNode code = ProtocolCodec.readTree(body).path("code");
            return code.canConvertToInt() ? code.intValue() : 0;
        } catch (UndecodableException e) {
            return 0;
        }
    }

    private static FileAnswer withoutToken(QueryOutcome.Unsuccessful why) {
        return switch (why) {
            case QueryOutcome.Refused(int code, String description) ->
                new FileAnswer.Unconfigured("the platform gives no token: code " + code);
            case QueryOutcome.Failed(int code, String description) -> new FileAnswer.Failed("code " + code);
            case QueryOutcome.NoAnswer(String words) -> new FileAnswer.Failed(words);
            case QueryOutcome.Forbidden(String words) -> new FileAnswer.Elsewhere(words);
        };
    }

    private static Uni<Attempt> ended(FileAnswer answer) {
        return Uni.createFrom().item(new Attempt.Ended(answer));
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
