package dev.agenthost.delivery.send.postgres;

import dev.agenthost.delivery.send.CallRate;
import dev.agenthost.delivery.send.CallRateLimiter;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** {@code delivery.call_rates}, on the database's clock. */
@ApplicationScoped
public class PostgresCallRateLimiter implements CallRateLimiter {
    private static final String TAKE = "SELECT delivery.take_call_v1($1, $2, $3, $4, $5, $6)";

    private static final String PAUSE = """
            INSERT INTO delivery.call_rates AS r (endpoint, chat_id, used_until)
            VALUES ($1, $2, clock_timestamp() + $3::bigint * interval '1 millisecond')
            ON CONFLICT (endpoint, chat_id) DO UPDATE SET used_until = greatest(r.used_until, excluded.used_until)
            """;

    private final Pool pool;

    public PostgresCallRateLimiter(Pool pool) {
        this.pool = pool;
    }

    @Override
    public Uni<Duration> take(String endpoint, long chat, CallRate ofChat, CallRate ofBot) {
        Tuple parameters = Tuple.tuple()
                .addString(endpoint)
                .addLong(chat)
                .addLong(ofChat.interval().toMillis())
                .addInteger(ofChat.burst())
                .addLong(ofBot.interval().toMillis())
                .addInteger(ofBot.burst());
        return pool.preparedQuery(TAKE)
                .execute(parameters)
                .map(rows -> Duration.ofMillis(rows.iterator().next().getLong(0)));
    }

    /** The burst would otherwise permit calls before the delay has passed. */
    @Override
    public Uni<Void> pause(String endpoint, long chat, CallRate ofChat, Duration delay) {
        long millis =
                delay.plus(ofChat.interval().multipliedBy(ofChat.burst() - 1L)).toMillis();
        return pool.preparedQuery(PAUSE)
                .execute(Tuple.tuple().addString(endpoint).addLong(chat).addLong(millis))
                .replaceWithVoid();
    }
}
