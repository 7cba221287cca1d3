package dev.agenthost.im.line.client;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.line.inbound.LineFile;
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
 * Downloads a file of a message with the token of its channel (https://developers.line.biz/en/reference/messaging-api/#get-content). A
 * redirect is not followed, and a file at another server is not fetched.
 */
public final class LineFileDownload {
    private static final String ID = "[0-9A-Za-z_-]{1,200}";
    private static final int OK = 200;
    /** The platform still prepares a long video or recording. */
    private static final int ACCEPTED = 202;

    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public LineFileDownload(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Never fails. A file that the platform still prepares is {@link FileAnswer.Failed}: it may be there the next time.
     *
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(LineContentServer server, LineFile file, int most) {
        if (file.isExternal()) {
            return answer(new FileAnswer.Elsewhere("another server than the platform's has the file"));
        }
        if (!file.messageId().matches(ID)) {
            return answer(
                    new FileAnswer.Refused("the id of the message has other characters than an id of the platform"));
        }
        String url = server.dataUrl() + "/v2/bot/message/" + file.messageId() + "/content";
        return outbound.call(HttpRequest.get(url, Map.of("Authorization", "Bearer " + server.token()), timeout))
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

    private Uni<FileAnswer> read(HttpResponse answer, LineFile file, int most) {
        int status = answer.status();
        if (status == OK) {
            return answer.body(most, timeout)
                    .map(body -> new FileAnswer.Received(body, Objects.requireNonNullElse(file.name(), file.kind())));
        }
        answer.drop();
        return answer(problem(status));
    }

    private static FileAnswer problem(int status) {
        String why = "status " + status;
        if (status == ACCEPTED) {
            return new FileAnswer.Failed("the platform still prepares the file");
        }
        if (status >= REDIRECTION && status < CLIENT_ERROR) {
            return new FileAnswer.Elsewhere("the platform redirects");
        }
        return status < REDIRECTION || status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                ? new FileAnswer.Failed(why)
                : new FileAnswer.Refused(why);
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
