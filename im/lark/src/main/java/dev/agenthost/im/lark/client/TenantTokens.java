package dev.agenthost.im.lark.client;

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
 * The tenant access tokens of apps, each asked for once until shortly before its expiry
 * (https://open.larkoffice.com/document/ukTMukTMukTM/ukDNz4SO0MjL5QzM/auth-v3/auth/tenant_access_token_internal.md). Callers that need a
 * token while it is asked for share the answer. A failure is not remembered.
 */
public final class TenantTokens {
    private static final String PATH = "/open-apis/auth/v3/tenant_access_token/internal";
    private static final int MOST_APPS = 1000;
    private static final int LARGEST_ANSWER = 64 * 1024;

    /** In the last 30 minutes of a token, the platform answers with a new one, and both are valid. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private final EgressClient outbound;
    private final Duration timeout;
    private final InstantSource clock;
    private final Map<LarkApp, CachedToken> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<LarkApp, CachedToken> eldest) {
            return size() > MOST_APPS;
        }
    };

    /** A token, or the call that asks for it. Guarded by the monitor of the tokens. */
    private static final class CachedToken {
        private Uni<TenantToken> answer = Uni.createFrom().nothing();
        private @Nullable String value;
        private @Nullable Instant usableUntil;

        boolean isOver(Instant now) {
            return usableUntil != null && !now.isBefore(usableUntil);
        }
    }

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public TenantTokens(EgressClient outbound, Duration timeout, InstantSource clock) {
        this.outbound = outbound;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** Returns the token of an app. Never fails: an error is an outcome. */
    public Uni<TenantToken> of(LarkApp app) {
        return Uni.createFrom().deferred(() -> current(app));
    }

    /**
     * Forgets a token that the platform refuses with 99991663, so that the next call asks for another one
     * (https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code.md).
     */
    public synchronized void refused(LarkApp app, String token) {
        CachedToken entry = entries.get(app);
        if (entry != null && token.equals(entry.value)) {
            entries.remove(app);
        }
    }

    private synchronized Uni<TenantToken> current(LarkApp app) {
        CachedToken known = entries.get(app);
        if (known != null && !known.isOver(clock.instant())) {
            return known.answer;
        }
        CachedToken entry = new CachedToken();
        entry.answer = ask(app).map(outcome -> TenantTokenAnswer.read(outcome)
                        .map(token -> remember(entry, token))
                        .orElseGet(() -> forget(app, entry, outcome)))
                .memoize()
                .indefinitely();
        entries.put(app, entry);
        return entry.answer;
    }

    private synchronized TenantToken remember(CachedToken entry, TenantTokenAnswer token) {
        Duration half = token.validFor().dividedBy(2);
        entry.value = token.value();
        entry.usableUntil = clock.instant().plus(token.validFor()).minus(MARGIN.compareTo(half) < 0 ? MARGIN : half);
        return new TenantToken.Valid(token.value());
    }

    private synchronized TenantToken forget(LarkApp app, CachedToken entry, QueryOutcome outcome) {
        entries.remove(app, entry);
        return new TenantToken.Missing(
                outcome instanceof QueryOutcome.Unsuccessful why
                        ? why
                        : new QueryOutcome.NoAnswer("the answer has no token"));
    }

    private Uni<QueryOutcome> ask(LarkApp app) {
        HttpRequest request = new HttpRequest(
                app.apiUrl() + PATH,
                Map.of("Content-Type", "application/json; charset=utf-8"),
                ProtocolCodec.encode(JsonNodeFactory.instance
                        .objectNode()
                        .put("app_id", app.appId())
                        .put("app_secret", app.secret())),
                timeout);
        return outbound.call(request)
                .chain(result -> switch (result) {
                    case HttpCallResult.Answered(HttpResponse answer) ->
                        answer.body(LARGEST_ANSWER, timeout)
                                .map(body -> TenantTokenAnswer.classify(answer.status(), body));
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
