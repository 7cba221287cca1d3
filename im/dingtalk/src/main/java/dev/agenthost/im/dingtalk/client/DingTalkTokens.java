package dev.agenthost.im.dingtalk.client;

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
 * The access tokens of apps, each asked for once until shortly before its expiry
 * (https://open.dingtalk.com/document/development/obtain-the-access-token-of-an-internal-app). Callers that need a token while it is asked
 * for share the answer. A failure is not remembered.
 */
public final class DingTalkTokens {
    /** The header of a call that has the token. */
    public static final String HEADER = "x-acs-dingtalk-access-token";

    private static final String PATH = "/v1.0/oauth2/accessToken";
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;
    private final AccessTokenCache<DingTalkApp, DingTalkToken> cache;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public DingTalkTokens(EgressClient outbound, Duration timeout, InstantSource clock) {
        this.outbound = outbound;
        this.timeout = timeout;
        this.cache = new AccessTokenCache<>(app -> ask(app).map(DingTalkTokens::read), clock);
    }

    /** Returns the token of an app. Never fails: an error is an outcome. */
    public Uni<DingTalkToken> of(DingTalkApp app) {
        return cache.of(app);
    }

    /** Asks for a token now, so that a secret that was revoked is refused. Calls keep the token that they have. Never fails. */
    Uni<DingTalkToken> anew(DingTalkApp app) {
        return ask(app).map(outcome -> read(outcome).outcome());
    }

    /** Forgets a token that the platform refuses with {@code InvalidAuthentication}, so that the next call asks for another one. */
    public void refused(DingTalkApp app, String token) {
        cache.refused(app, token);
    }

    private static AccessTokenCache.TokenAnswer<DingTalkToken> read(QueryOutcome outcome) {
        return DingTalkTokenAnswer.read(outcome)
                .map(token -> new AccessTokenCache.TokenAnswer<DingTalkToken>(
                        new DingTalkToken.Valid(token.value()), token.value(), token.validFor()))
                .orElseGet(() -> AccessTokenCache.TokenAnswer.withoutToken(new DingTalkToken.Missing(
                        outcome instanceof QueryOutcome.Unsuccessful why
                                ? why
                                : new QueryOutcome.NoAnswer("the answer has no token"))));
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
