package dev.agenthost.im.telegram.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.telegram.calls.BotApiAnswer;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/**
 * Downloads a file in two calls: {@code getFile} names its path, and {@code /file/bot<token>/<path>} has its bytes
 * (<a href="https://core.telegram.org/bots/api#getfile">getFile</a>). Only the server of the Bot API is called: a path that leaves it and a
 * redirect are refused.
 */
final class BotFileDownload {
    /** A server in local mode answers with a path of its own disk: such a path is not served, and refused. */
    private static final String PATH = "[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*";

    /** Telegram's words for a file over 20 MB; they are known from its server, not from its documentation. */
    private static final String TOO_BIG = "file is too big";

    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final Duration timeout;

    BotFileDownload(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Never fails.
     *
     * @param call of {@code getFile}
     * @param files address of the bot's files
     * @param most largest file in bytes
     */
    Uni<FileAnswer> download(HttpRequest call, String files, int most) {
        return outbound.call(call)
                .chain(result -> answer(result, 64 * 1024))
                .chain(step -> switch (step) {
                    case Step.Ended(FileAnswer answer) -> Uni.createFrom().item(answer);
                    case Step.Body(int status, byte[] body) -> located(status, body, files, most);
                })
                .onFailure(ResponseTooLargeException.class)
                .recoverWithItem(new FileAnswer.TooLarge())
                // The text of a failure may repeat the address.
                .onFailure()
                .recoverWithItem(
                        failure -> new FileAnswer.Failed(failure.getClass().getSimpleName()));
    }

    private sealed interface Step {
        record Ended(FileAnswer answer) implements Step {}

        @SuppressWarnings("ArrayRecordComponent")
        record Body(int status, byte[] bytes) implements Step {}
    }

    private Uni<Step> answer(HttpCallResult result, int most) {
        return switch (result) {
            case HttpCallResult.Answered(HttpResponse answer) ->
                answer.body(most, timeout).map(body -> new Step.Body(answer.status(), body));
            case HttpCallResult.Invalid(String why) ->
                ended(new FileAnswer.Elsewhere("the address of the file is invalid"));
            case HttpCallResult.Forbidden(String why) -> ended(new FileAnswer.Elsewhere(why));
            case HttpCallResult.Unreachable(String why) -> ended(new FileAnswer.Failed(why));
        };
    }

    private static Uni<Step> ended(FileAnswer answer) {
        return Uni.createFrom().item(new Step.Ended(answer));
    }

    private Uni<FileAnswer> located(int status, byte[] body, String files, int most) {
        String path;
        try {
            JsonNode answer = ProtocolCodec.readTree(body);
            path = answer.path("ok").asBoolean()
                    ? answer.path("result").path("file_path").textValue()
                    : null;
        } catch (UndecodableException e) {
            return Uni.createFrom().item(new FileAnswer.Failed("status " + status + ", and no JSON"));
        }
        if (path == null) {
            return Uni.createFrom().item(refused(BotApiAnswer.read(status, body)));
        }
        if (!path.matches(PATH)) {
            return Uni.createFrom().item(new FileAnswer.Elsewhere("the path of the file is not one of the server"));
        }
        return outbound.call(HttpRequest.get(files + "/" + path, timeout))
                .chain(result -> answer(result, most))
                .map(step -> switch (step) {
                    case Step.Ended(FileAnswer answer) -> answer;
                    case Step.Body(int fileStatus, byte[] content) -> content(fileStatus, content, path);
                });
    }

    private static FileAnswer content(int status, byte[] content, String path) {
        if (status < REDIRECTION) {
            return new FileAnswer.Received(content, path);
        }
        if (status < CLIENT_ERROR) {
            return new FileAnswer.Elsewhere("the server of the file redirects");
        }
        return status < SERVER_ERROR && status != TOO_MANY_REQUESTS
                ? new FileAnswer.Refused("status " + status)
                : new FileAnswer.Failed("status " + status);
    }

    private static FileAnswer refused(CallOutcome outcome) {
        return switch (outcome) {
            case CallOutcome.Refused(int code, String description) ->
                description.contains(TOO_BIG) ? new FileAnswer.TooLarge() : new FileAnswer.Refused(description);
            case CallOutcome.RetryAfter retry -> new FileAnswer.Failed("Telegram asks to wait");
            case CallOutcome.Failed(int code, String description) -> new FileAnswer.Failed(description);
            case CallOutcome.Unclear(String why) -> new FileAnswer.Failed(why);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> new FileAnswer.Failed(why);
            case CallOutcome.Accepted accepted -> new FileAnswer.Refused("Telegram names no path of the file");
            case CallOutcome.NotModified notModified -> new FileAnswer.Refused("Telegram names no path of the file");
            case CallOutcome.Moved moved -> new FileAnswer.Refused("Telegram names no path of the file");
        };
    }
}
