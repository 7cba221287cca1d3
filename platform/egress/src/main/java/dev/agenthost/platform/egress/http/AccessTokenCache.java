package dev.agenthost.platform.egress.http;

import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens of apps at one API, each asked for once until shortly before its expiry. Callers that need a token while it is asked for
 * share the answer. A failure is not remembered.
 *
 * @param <A> an app with its secret
 * @param <T> the outcome of asking, which callers get
 */
public final class AccessTokenCache<A, T> {
    private static final int MOST_APPS = 1000;

    /** Time before the expiry of a token at which a new one is asked for; at most half of its life. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    /**
     * The answer of the API.
     *
     * @param token null for none
     * @param validFor from now; zero without a token
     */
    public record TokenAnswer<T>(T outcome, @Nullable String token, Duration validFor) {
        public static <T> TokenAnswer<T> withoutToken(T outcome) {
            return new TokenAnswer<>(outcome, null, Duration.ZERO);
        }

        @Override
        public String toString() {
            return "TokenAnswer[" + outcome + "]";
        }
    }

    private final Function<A, Uni<TokenAnswer<T>>> api;
    private final InstantSource clock;
    private final Map<A, CachedToken<T>> entries = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<A, CachedToken<T>> eldest) {
            return size() > MOST_APPS;
        }
    };

    /** A token, or the call that asks for it. Guarded by the monitor of the cache. */
    private static final class CachedToken<T> {
        private Uni<T> answer = Uni.createFrom().nothing();
        private @Nullable String value;
        private @Nullable Instant usableUntil;

        boolean isOver(Instant now) {
            return usableUntil != null && !now.isBefore(usableUntil);
        }
    }

    /** @param api asks for the token of an app; never fails */
    public AccessTokenCache(Function<A, Uni<TokenAnswer<T>>> api, InstantSource clock) {
        this.api = api;
        this.clock = clock;
    }

    /** Returns the token of an app, or why there is none. Never fails. */
    public Uni<T> of(A app) {
        return Uni.createFrom().deferred(() -> current(app));
    }

    /** Forgets a token that the API refuses, so that the next call asks for another one. */
    public synchronized void refused(A app, String token) {
        CachedToken<T> entry = entries.get(app);
        if (entry != null && token.equals(entry.value)) {
            entries.remove(app);
        }
    }

    private synchronized Uni<T> current(A app) {
        CachedToken<T> known = entries.get(app);
        if (known != null && !known.isOver(clock.instant())) {
            return known.answer;
        }
        CachedToken<T> entry = new CachedToken<>();
        entry.answer = api.apply(app)
                .map(answer -> answered(app, entry, answer))
                .memoize()
                .indefinitely();
        entries.put(app, entry);
        return entry.answer;
    }

    private synchronized T answered(A app, CachedToken<T> entry, TokenAnswer<T> answer) {
        if (answer.token() == null) {
            entries.remove(app, entry);
        } else {
            Duration half = answer.validFor().dividedBy(2);
            entry.value = answer.token();
            entry.usableUntil =
                    clock.instant().plus(answer.validFor()).minus(MARGIN.compareTo(half) < 0 ? MARGIN : half);
        }
        return answer.outcome();
    }
}
