package dev.agenthost.delivery.stream.http;

import dev.agenthost.delivery.run.BatchPlan;
import dev.agenthost.delivery.run.ResultProgress;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.run.RunKey;
import dev.agenthost.platform.kafka.OffsetAdvance;
import dev.agenthost.protocol.topic.ConversationKey;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A database without runs.
 *
 * @param lookups the times of the lookups, by {@link System#nanoTime()}
 * @param failures number of the first lookups that fail
 */
record NoRuns(List<Long> lookups, int failures) implements ResultProgressRepository {

    NoRuns() {
        this(0);
    }

    NoRuns(int failures) {
        this(new CopyOnWriteArrayList<>(), failures);
    }

    @Override
    public Uni<Optional<ResultProgress>> find(RunKey key) {
        lookups.add(System.nanoTime());
        return lookups.size() <= failures
                ? Uni.createFrom().failure(new IllegalStateException("the database is away"))
                : Uni.createFrom().item(Optional.empty());
    }

    @Override
    public Uni<Optional<ResultProgress>> latest(ConversationKey conversation) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Uni<BatchPlan> apply(List<ResultRecord> records, List<OffsetAdvance> advances) {
        throw new UnsupportedOperationException();
    }
}
