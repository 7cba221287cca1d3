package dev.agenthost.im.slack.client;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.slack.inbound.SlackFile;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * Downloads a file of a message with the token of its bot, which only hosts of the platform receive
 * (https://docs.slack.dev/reference/objects/file-object). A redirect is not followed.
 */
public final class SlackFileDownload {
    private static final String HTML = "text/html";
    private static final String LOGIN =
            "the platform asks for a login: the scope files:read is missing, or the token is not valid";
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public SlackFileDownload(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Never fails.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(SlackApp app, SlackFile file, int most) {
        return switch (file.location()) {
            case SlackFile.Location.External() ->
                answer(new FileAnswer.Elsewhere("another service than the platform has the file"));
            case SlackFile.Location.Withheld(String why) -> answer(new FileAnswer.Refused(why));
            case SlackFile.Location.Served(String url) ->
                new SlackHosts(app.apiUrl()).mayReceiveToken(url)
                        ? fetch(url, app.token(), file, most)
                        : answer(new FileAnswer.Elsewhere("the address of the file is not of the platform"));
        };
    }

    private Uni<FileAnswer> fetch(String url, String token, SlackFile file, int most) {
        return outbound.call(HttpRequest.get(url, Map.of("Authorization", "Bearer " + token), timeout))
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

    private Uni<FileAnswer> read(HttpResponse answer, SlackFile file, int most) {
        int status = answer.status();
        if (status < REDIRECTION) {
            boolean isHtml = Objects.requireNonNullElse(answer.header("Content-Type"), "")
                    .startsWith(HTML);
            return answer.body(most, timeout).map(body -> content(body, isHtml, file));
        }
        answer.drop();
        if (status < CLIENT_ERROR) {
            return answer(
                    Objects.requireNonNullElse(answer.header("Location"), "").contains("redir=")
                            ? new FileAnswer.Refused(LOGIN)
                            : new FileAnswer.Elsewhere("the platform redirects"));
        }
        String why = "status " + status;
        return answer(
                status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                        ? new FileAnswer.Failed(why)
                        : new FileAnswer.Refused(why));
    }

    /** Without the right to a file, the platform answers 200 with a page for people. A page that is the file has the size of the file. */
    private static FileAnswer content(byte[] body, boolean isHtml, SlackFile file) {
        boolean isFile =
                HTML.equals(file.mimeType()) && Long.valueOf(body.length).equals(file.size());
        return isHtml && !isFile
                ? new FileAnswer.Refused(LOGIN)
                : new FileAnswer.Received(body, Objects.requireNonNullElse(file.name(), file.kind()));
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
