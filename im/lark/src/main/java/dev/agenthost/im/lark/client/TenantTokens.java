package dev.agenthost.im.lark.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.platform.egress.http.AccessTokenCache;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpCallResult;
import dev.agenthost.platform.egress.http.HttpRequest;
import dev.agenthost.platform.egress.http.HttpResponse;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/**
 * The tenant access tokens of apps, each asked for once until shortly before its expiry
 * (https://open.larkoffice.com/document/ukTMukTMukTM/ukDNz4SO0MjL5QzM/auth-v3/auth/tenant_access_token_internal.md). Callers that need a
 * token while it is asked for share the answer. A failure is not remembered.
 */
public final class TenantTokens {
    private static final String PATH = "/open-apis/auth/v3/tenant_access_token/internal";
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;
    private final AccessTokenCache<LarkApp, TenantToken> cache;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public TenantTokens(EgressClient outbound, Duration timeout, InstantSource clock) {
        this.outbound = outbound;
        this.timeout = timeout;
        this.cache = new AccessTokenCache<>(app -> ask(app).map(TenantTokens::read), clock);
    }

    /** Returns the token of an app. Never fails: an error is an outcome. */
    public Uni<TenantToken> of(LarkApp app) {
        return cache.of(app);
    }

    /**
     * Forgets a token that the platform refuses with 99991663, so that the next call asks for another one
     * (https://open.larkoffice.com/document/server-docs/api-call-guide/generic-error-code.md).
     */
    public void refused(LarkApp app, String token) {
        cache.refused(app, token);
    }

    private static AccessTokenCache.TokenAnswer<TenantToken> read(QueryOutcome outcome) {
        return TenantTokenAnswer.read(outcome)
                .map(token -> new AccessTokenCache.TokenAnswer<TenantToken>(
                        new TenantToken.Valid(token.value()), token.value(), token.validFor()))
                .orElseGet(() -> AccessTokenCache.TokenAnswer.withoutToken(new TenantToken.Missing(
                        outcome instanceof QueryOutcome.Unsuccessful why
                                ? why
                                : new QueryOutcome.NoAnswer("the answer has no token"))));
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
