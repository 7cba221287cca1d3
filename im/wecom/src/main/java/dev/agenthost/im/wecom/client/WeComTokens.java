package dev.agenthost.im.wecom.client;

import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.platform.egress.http.AccessTokenCache;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.egress.http.HttpRequest;
import io.smallrye.mutiny.Uni;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;

/**
 * The access tokens of applications, each asked for once until shortly before its expiry
 * (https://developer.work.weixin.qq.com/document/path/91039). Callers that need a token while it is asked for share the answer. A failure is
 * not remembered.
 */
public final class WeComTokens {
    private static final String PATH = "/cgi-bin/gettoken";
    private static final int LARGEST_ANSWER = 64 * 1024;

    private final EgressClient outbound;
    private final Duration timeout;
    private final AccessTokenCache<WeComApp, WeComToken> cache;

    /** @param timeout for the head of an answer, and between two chunks of its body */
    public WeComTokens(EgressClient outbound, Duration timeout, InstantSource clock) {
        this.outbound = outbound;
        this.timeout = timeout;
        this.cache = new AccessTokenCache<>(app -> ask(app).map(WeComTokens::read), clock);
    }

    /** Returns the token of an application. Never fails: an error is an outcome. */
    public Uni<WeComToken> of(WeComApp app) {
        return cache.of(app);
    }

    /** Asks for a token now, so that a secret that was revoked is refused. Calls keep the token that they have. Never fails. */
    Uni<WeComToken> anew(WeComApp app) {
        return ask(app).map(outcome -> read(outcome).outcome());
    }

    /** Forgets a token that the platform refuses (40014, 42001), so that the next call asks for another one. */
    public void refused(WeComApp app, String token) {
        cache.refused(app, token);
    }

    /** Returns a text as a value of a query. */
    static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    private static AccessTokenCache.TokenAnswer<WeComToken> read(QueryOutcome outcome) {
        return WeComTokenAnswer.read(outcome)
                .map(token -> new AccessTokenCache.TokenAnswer<WeComToken>(
                        new WeComToken.Valid(token.value()), token.value(), token.validFor()))
                .orElseGet(() -> AccessTokenCache.TokenAnswer.withoutToken(new WeComToken.Missing(
                        outcome instanceof QueryOutcome.Unsuccessful why
                                ? why
                                : new QueryOutcome.NoAnswer("the answer has no token"))));
    }

    private Uni<QueryOutcome> ask(WeComApp app) {
        String url = app.apiUrl() + PATH + "?corpid=" + encoded(app.corpId()) + "&corpsecret=" + encoded(app.secret());
        return WeComQuery.make(
                outbound, HttpRequest.get(url, timeout), LARGEST_ANSWER, timeout, WeComTokenAnswer::classify);
    }
}
