package dev.agenthost.im.wecom.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.wecom.inbound.WeComFile;
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
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Downloads a file of a message with the token of its application (https://developer.work.weixin.qq.com/document/path/90254). A redirect is
 * not followed.
 */
public final class WeComFileDownload {
    private static final String PATH = "/cgi-bin/media/get";
    private static final String DISPOSITION = "Content-Disposition";
    private static final String ID = "[\\x21-\\x7e]{1,512}";

    /** The token is not valid, or no longer (https://developer.work.weixin.qq.com/document/path/90313). */
    private static final int INVALID_TOKEN = 40014;

    private static final int EXPIRED_TOKEN = 42001;
    /** The file is served only in parts of up to 20 MB. */
    private static final int TOO_LARGE = 830_002;
    /** The system is busy. */
    private static final int BUSY = -1;
    /** Too many calls of an API, and too many at once. */
    private static final int RATE_LIMIT = 45009;

    private static final int CONCURRENCY_LIMIT = 45033;

    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final WeComTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public WeComFileDownload(EgressClient outbound, WeComTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Never fails. A token that the platform refuses is replaced once.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(WeComApp app, WeComFile file, int most) {
        if (!file.mediaId().matches(ID)) {
            return Uni.createFrom()
                    .item(new FileAnswer.Refused("the id of the file has other characters than an id of the platform"));
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

    private Uni<Attempt> attempt(WeComApp app, WeComFile file, int most) {
        return tokens.of(app).chain(token -> switch (token) {
            case WeComToken.Valid(String value) -> attempt(app, file, value, most);
            case WeComToken.Missing(QueryOutcome.Unsuccessful why) -> ended(withoutToken(why));
        });
    }

    private Uni<Attempt> attempt(WeComApp app, WeComFile file, String token, int most) {
        String url = app.apiUrl() + PATH + "?access_token=" + WeComTokens.encoded(token) + "&media_id="
                + WeComTokens.encoded(file.mediaId());
        return outbound.call(HttpRequest.get(url, Map.of(), timeout))
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        read(answer, file, most, () -> tokens.refused(app, token));
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

    /** An error has the status of a file, but is not disposed as an attachment, as each file is. */
    private Uni<Attempt> read(HttpResponse answer, WeComFile file, int most, Runnable refuseToken) {
        int status = answer.status();
        if (status >= REDIRECTION) {
            answer.drop();
            return ended(problem(status));
        }
        String disposition = answer.header(DISPOSITION);
        return answer.body(most, timeout).map(body -> {
            OptionalInt code = disposition == null ? code(body) : OptionalInt.empty();
            return code.isEmpty()
                    ? new Attempt.Ended(new FileAnswer.Received(body, name(file, disposition)))
                    : refused(code.getAsInt(), refuseToken);
        });
    }

    private static Attempt refused(int code, Runnable refuseToken) {
        String why = "code " + code;
        return switch (code) {
            case INVALID_TOKEN, EXPIRED_TOKEN -> {
                refuseToken.run();
                yield new Attempt.InvalidToken();
            }
            case TOO_LARGE -> new Attempt.Ended(new FileAnswer.TooLarge());
            case BUSY, RATE_LIMIT, CONCURRENCY_LIMIT -> new Attempt.Ended(new FileAnswer.Failed(why));
            default -> new Attempt.Ended(new FileAnswer.Refused(why));
        };
    }

    private static FileAnswer problem(int status) {
        if (status < CLIENT_ERROR) {
            return new FileAnswer.Elsewhere("the platform redirects");
        }
        String why = "status " + status;
        return status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                ? new FileAnswer.Failed(why)
                : new FileAnswer.Refused(why);
    }

    /** The platform names pictures, recordings and videos by their id. */
    private static String name(WeComFile file, @Nullable String disposition) {
        if (file.name() != null) {
            return file.name();
        }
        Optional<String> sent = file.kind().equals("file") ? WeComFileName.of(disposition) : Optional.empty();
        return sent.orElse(file.kind());
    }

    /** Returns the {@code errcode} of an answer; empty for a file. */
    private static OptionalInt code(byte[] body) {
        try {
            JsonNode code = ProtocolCodec.readTree(body).path("errcode");
            return code.isIntegralNumber() && code.canConvertToInt() && code.intValue() != 0
                    ? OptionalInt.of(code.intValue())
                    : OptionalInt.empty();
        } catch (UndecodableException e) {
            return OptionalInt.empty();
        }
    }

    private static FileAnswer withoutToken(QueryOutcome.Unsuccessful why) {
        return switch (why) {
            case QueryOutcome.Refused(int code, String description) ->
                new FileAnswer.Unconfigured("the platform gives no token: code " + code);
            case QueryOutcome.Failed(int code, String description) -> new FileAnswer.Failed("status " + code);
            case QueryOutcome.NoAnswer(String words) -> new FileAnswer.Failed(words);
            case QueryOutcome.Forbidden(String words) -> new FileAnswer.Elsewhere(words);
        };
    }

    private static Uni<Attempt> ended(FileAnswer answer) {
        return Uni.createFrom().item(new Attempt.Ended(answer));
    }
}
