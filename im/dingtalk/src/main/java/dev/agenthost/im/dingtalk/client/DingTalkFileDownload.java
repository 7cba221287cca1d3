package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.dingtalk.inbound.DingTalkFile;
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
 * Downloads a file of a message: asks the API for its temporary address, and fetches it there without the token
 * (https://open.dingtalk.com/document/orgapp/download-the-file-content-of-the-robot-receiving-message). A redirect is not followed.
 */
public final class DingTalkFileDownload {
    private static final String PATH = "/v1.0/robot/messageFiles/download";
    private static final String INVALID_TOKEN = "InvalidAuthentication";

    private static final int LARGEST_ANSWER = 64 * 1024;
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final DingTalkTokens tokens;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DingTalkFileDownload(EgressClient outbound, DingTalkTokens tokens, Duration timeout) {
        this.outbound = outbound;
        this.tokens = tokens;
        this.timeout = timeout;
    }

    /**
     * Never fails. A token that the platform refuses is replaced once.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(DingTalkApp app, DingTalkFile file, int most) {
        return location(app, file)
                .chain(location -> location instanceof Location.InvalidToken
                        ? location(app, file)
                        : Uni.createFrom().item(location))
                .chain(location -> switch (location) {
                    case Location.Address(String url) -> fetch(url, file, most);
                    case Location.Missing(FileAnswer why) -> answer(why);
                    case Location.InvalidToken() -> answer(new FileAnswer.Failed("the platform refuses a new token"));
                });
    }

    /** The answer of the API. */
    private sealed interface Location {
        record Address(String url) implements Location {}

        record Missing(FileAnswer why) implements Location {}

        record InvalidToken() implements Location {}
    }

    private Uni<Location> location(DingTalkApp app, DingTalkFile file) {
        return tokens.of(app).chain(token -> switch (token) {
            case DingTalkToken.Valid(String value) -> location(app, file, value);
            case DingTalkToken.Missing(QueryOutcome.Unsuccessful why) -> missing(withoutToken(why));
        });
    }

    private Uni<Location> location(DingTalkApp app, DingTalkFile file, String token) {
        HttpRequest request = new HttpRequest(
                app.apiUrl() + PATH,
                Map.of("Content-Type", "application/json", DingTalkTokens.HEADER, token),
                ProtocolCodec.encode(JsonNodeFactory.instance
                        .objectNode()
                        .put("downloadCode", file.downloadCode())
                        .put("robotCode", app.robot().code())),
                timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> location(answer.status(), json(body), () -> tokens.refused(app, token)));
                    case HttpCallResult.Invalid(String why) ->
                        missing(new FileAnswer.Elsewhere("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> missing(new FileAnswer.Elsewhere(why));
                    case HttpCallResult.Unreachable(String why) -> missing(new FileAnswer.Failed(why));
                })
                .onFailure()
                .recoverWithItem(failure -> new Location.Missing(
                        new FileAnswer.Failed(failure.getClass().getSimpleName())));
    }

    private static Location location(int status, JsonNode answer, Runnable refuseToken) {
        String url = answer.path("downloadUrl").asText();
        if (status < REDIRECTION && !url.isEmpty()) {
            return new Location.Address(url);
        }
        String code = answer.path("code").asText();
        if (status == UNAUTHORIZED || code.equals(INVALID_TOKEN)) {
            refuseToken.run();
            return new Location.InvalidToken();
        }
        return new Location.Missing(
                problem(status, code.matches("[A-Za-z0-9._-]{1,100}") ? "code " + code : "status " + status));
    }

    private Uni<FileAnswer> fetch(String url, DingTalkFile file, int most) {
        return outbound.call(HttpRequest.get(url, Map.of(), timeout))
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) -> read(answer, file, most);
                    case HttpCallResult.Invalid(String why) -> answer(new FileAnswer.Elsewhere(why));
                    case HttpCallResult.Forbidden(String why) -> answer(new FileAnswer.Elsewhere(why));
                    case HttpCallResult.Unreachable(String why) -> answer(new FileAnswer.Failed(why));
                })
                .onFailure(ResponseTooLargeException.class)
                .recoverWithItem(new FileAnswer.TooLarge())
                .onFailure()
                .recoverWithItem(
                        failure -> new FileAnswer.Failed(failure.getClass().getSimpleName()));
    }

    private Uni<FileAnswer> read(HttpResponse answer, DingTalkFile file, int most) {
        if (answer.status() < REDIRECTION) {
            return answer.body(most, timeout)
                    .map(body -> new FileAnswer.Received(body, Objects.requireNonNullElse(file.name(), file.kind())));
        }
        answer.drop();
        return answer(problem(answer.status(), "status " + answer.status()));
    }

    private static FileAnswer problem(int status, String why) {
        if (status >= REDIRECTION && status < CLIENT_ERROR) {
            return new FileAnswer.Elsewhere("the platform redirects");
        }
        boolean mayRepeat = status < REDIRECTION || status >= SERVER_ERROR || status == TOO_MANY_REQUESTS;
        boolean isLimit = why.contains("QpsLimit") || why.contains("Throttling");
        return mayRepeat || isLimit ? new FileAnswer.Failed(why) : new FileAnswer.Refused(why);
    }

    private static JsonNode json(byte[] body) {
        try {
            return ProtocolCodec.readTree(body);
        } catch (UndecodableException e) {
            return JsonNodeFactory.instance.missingNode();
        }
    }

    private static FileAnswer withoutToken(QueryOutcome.Unsuccessful why) {
        return switch (why) {
            case QueryOutcome.Refused(int code, String description) ->
                new FileAnswer.Unconfigured("the platform gives no token: status " + code);
            case QueryOutcome.Failed(int code, String description) -> new FileAnswer.Failed("status " + code);
            case QueryOutcome.NoAnswer(String words) -> new FileAnswer.Failed(words);
            case QueryOutcome.Forbidden(String words) -> new FileAnswer.Elsewhere(words);
        };
    }

    private static Uni<Location> missing(FileAnswer why) {
        return Uni.createFrom().item(new Location.Missing(why));
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
