package dev.agenthost.im.discord.client;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.discord.inbound.DiscordFile;
import dev.agenthost.platform.egress.WebAddress;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.platform.egress.http.ResponseTooLargeException;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Downloads a file of a message from the hosts of the platform. Its address is signed
 * (https://docs.discord.com/developers/reference#signed-attachment-cdn-urls), so no token is sent. A redirect is not followed.
 */
public final class DiscordFileDownload {
    private static final Set<String> HOSTS = Set.of("cdn.discordapp.com", "media.discordapp.net");
    private static final int REDIRECTION = 300;
    private static final int CLIENT_ERROR = 400;
    private static final int SERVER_ERROR = 500;
    private static final int TOO_MANY_REQUESTS = 429;

    private final EgressClient outbound;
    private final Duration timeout;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DiscordFileDownload(EgressClient outbound, Duration timeout) {
        this.outbound = outbound;
        this.timeout = timeout;
    }

    /**
     * Never fails.
     *
     * @param app the place of whose API may have files, too
     * @param most largest file in bytes
     */
    public Uni<FileAnswer> download(DiscordApp app, DiscordFile file, int most) {
        if (!isOfPlatform(app, file.url())) {
            return answer(new FileAnswer.Elsewhere("the address of the file is not of the platform"));
        }
        return outbound.call(HttpRequest.get(file.url(), Map.of(), timeout))
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

    /** Returns true for the hosts of files over TLS, and the place of the API: scheme, host and port. */
    static boolean isOfPlatform(DiscordApp app, String url) {
        if (!(WebAddress.read(url) instanceof WebAddress.Callable address)) {
            return false;
        }
        boolean isHost = address.tls() && HOSTS.contains(address.host().toLowerCase(Locale.ROOT));
        return isHost || WebAddress.read(app.apiUrl()) instanceof WebAddress.Callable api && api.isSameOrigin(address);
    }

    private Uni<FileAnswer> read(HttpResponse answer, DiscordFile file, int most) {
        int status = answer.status();
        if (status < REDIRECTION) {
            return answer.body(most, timeout)
                    .map(body -> new FileAnswer.Received(body, Objects.requireNonNullElse(file.name(), file.kind())));
        }
        answer.drop();
        if (status < CLIENT_ERROR) {
            return answer(new FileAnswer.Elsewhere("the platform redirects"));
        }
        String why = "status " + status;
        return answer(
                status >= SERVER_ERROR || status == TOO_MANY_REQUESTS
                        ? new FileAnswer.Failed(why)
                        : new FileAnswer.Refused(why));
    }

    private static Uni<FileAnswer> answer(FileAnswer answer) {
        return Uni.createFrom().item(answer);
    }
}
