package dev.agenthost.im.dingtalk.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens of apps, each asked for once until shortly before its expiry
 * (https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app). Callers that need a token while it is asked
 * for share the answer. A failure is not remembered.
 */
public final class DingTalkTokens {
    /** The header of a call that has the token. */
    public static final String HEADER = "x-acs-dingtalk-access-token";

    private static final String PATH = "/v1.0/oauth2/accessToken";
    private static final int MOST_APPS = 1000;
    private static final int LARGEST_ANSWER = 64 * 1024;

    /** A token is valid for two hours; a new one is asked for before its end. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final EgressClient outbound;
    private final Duration timeout;
    private final InstantSource clock;
    private final Map<DingTalkApp, CachedToken> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<DingTalkApp, CachedToken> eldest) {
            return size() > MOST_APPS;
        }
    };

    /** A token, or the call that asks for it. Guarded by the monitor of the tokens. */
    private static final class CachedToken {
        private Uni<DingTalkToken> answer = Uni.createFrom().nothing();
        private @Nullable String value;
        private @Nullable Instant usableUntil;

        boolean isOver(Instant now) {
            return usableUntil != null && !now.isBefore(usableUntil);
        }
    }

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DingTalkTokens(EgressClient outbound, Duration timeout, InstantSource clock) {
        this.outbound = outbound;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Returns the token of an app. Never fails: an error is an outcome. */
    public Uni<DingTalkToken> of(DingTalkApp app) {
        return Uni.createFrom().deferred(() -> current(app));
    }

    /** Asks for a token now, so that a secret that was revoked is refused. Calls keep the token that they have. Never fails. */
    Uni<DingTalkToken> anew(DingTalkApp app) {
        return ask(app).map(outcome -> DingTalkTokenAnswer.read(outcome)
                .<DingTalkToken>map(token -> new DingTalkToken.Valid(token.value()))
                .orElseGet(() -> missing(outcome)));
    }

    /** Forgets a token that the platform refuses with {@code InvalidAuthentication}, so that the next call asks for another one. */
    public synchronized void refused(DingTalkApp app, String token) {
        CachedToken entry = entries.get(app);
        if (entry != null && token.equals(entry.value)) {
            entries.remove(app);
        }
    }

    private synchronized Uni<DingTalkToken> current(DingTalkApp app) {
        CachedToken known = entries.get(app);
        if (known != null && !known.isOver(clock.instant())) {
            return known.answer;
        }
        CachedToken entry = new CachedToken();
        entry.answer = ask(app).map(outcome -> DingTalkTokenAnswer.read(outcome)
                        .map(token -> remember(entry, token))
                        .orElseGet(() -> forget(app, entry, outcome)))
                .memoize()
                .indefinitely();
        entries.put(app, entry);
        return entry.answer;
    }

    private synchronized DingTalkToken remember(CachedToken entry, DingTalkTokenAnswer token) {
        Duration half = token.validFor().dividedBy(2);
        entry.value = token.value();
        entry.usableUntil = clock.instant().plus(token.validFor()).minus(MARGIN.compareTo(half) < 0 ? MARGIN : half);
        return new DingTalkToken.Valid(token.value());
    }

    private synchronized DingTalkToken forget(DingTalkApp app, CachedToken entry, QueryOutcome outcome) {
        entries.remove(app, entry);
        return missing(outcome);
    }

    private static DingTalkToken missing(QueryOutcome outcome) {
        return new DingTalkToken.Missing(
                outcome instanceof QueryOutcome.Unsuccessful why
                        ? why
                        : new QueryOutcome.NoAnswer("the answer has no token"));
    }

    private Uni<QueryOutcome> ask(DingTalkApp app) {
        HttpRequest request = new HttpRequest(
                app.apiUrl() + PATH,
                Map.of("Content-Type", "application/json"),
                ProtocolCodec.encode(JsonNodeFactory.instance
                        .objectNode()
                        .put("appKey", app.clientId())
                        .put("appSecret", app.secret())),
                timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> DingTalkTokenAnswer.classify(answer.status(), body));
                    case HttpCallResult.Invalid(String why) ->
                        outcome(new QueryOutcome.Forbidden("the address of the platform is invalid"));
                    case HttpCallResult.Forbidden(String why) -> outcome(new QueryOutcome.Forbidden(why));
                    case HttpCallResult.Unreachable(String why) -> outcome(new QueryOutcome.NoAnswer(why));
                })
                .onFailure()
                .recoverWithItem(
                        failure -> new QueryOutcome.NoAnswer(failure.getClass().getSimpleName()));
    }

    private static Uni<QueryOutcome> outcome(QueryOutcome outcome) {
        return Uni.createFrom().item(outcome);
    }
}
