package dev.agenthost.im.onebot.client;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;

/** Downloads a file of a message from the address in its segment. A redirect is not followed. */
public final class OneBotFileDownload {
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final Duration timeout;

    public OneBotFileDownload(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Never fails.
     *
     * @param name of the file, for the answer
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(String url, String name, int most) {
        return outbound.call(HttpRequest.get(url, timeout))
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(most, timeout).map(content -> content(answer.status(), content, name));
                    case HttpCallResult.Invalid(String why) ->
                        answer(new FileAnswer.Elsewhere("the address of the file is invalid"));
                    case HttpCallResult.Forbidden(String why) -> answer(new FileAnswer.Elsewhere(why));
                    case HttpCallResult.Unreachable(String why) -> answer(new FileAnswer.Failed(why));
                })
                .onFailure(ResponseTooLargeException.class)
                .recoverWithItem(new FileAnswer.TooLarge())
                // The text of a failure may repeat the address, which is a secret of the platform.
                .onFailure()
                .recoverWithItem(
                        failure -> new FileAnswer.Failed(failure.getClass().getSimpleName()));
    }

    private static FileAnswer content(int status, byte[] content, String name) {
        if (status < REDIRECTION) {
            return new FileAnswer.Received(content, name);
        }
        if (status < CLIENT_ERROR) {
            return new FileAnswer.Elsewhere("the server of the file redirects");
        }
        return status < SERVER_ERROR && status != TOO_MANY_REQUESTS
                ? new FileAnswer.Refused("status " + status)
                : new FileAnswer.Failed("status " + status);
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
