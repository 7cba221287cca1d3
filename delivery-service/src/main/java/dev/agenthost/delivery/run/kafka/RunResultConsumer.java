package dev.agenthost.delivery.run.kafka;

import dev.agenthost.delivery.run.DeltaFeed;
import dev.agenthost.delivery.run.ProgressFeed;
import dev.agenthost.delivery.run.ResultProgressRepository;
import dev.agenthost.delivery.run.ResultRecord;
import dev.agenthost.delivery.send.Wakeup;
import dev.agenthost.platform.failpoint.FailPoint;
import dev.agenthost.platform.kafka.AppliedOffsetRegistry;
import dev.agenthost.platform.kafka.BatchIntake;
import dev.agenthost.platform.kafka.ConsumerRetryPolicy;
import dev.agenthost.platform.kafka.DeadLetterProducer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/** Applies {@code agent.run-results}, batch after batch, and publishes the deltas of each batch to adapters. */
@ApplicationScoped
class RunResultConsumer {
    private static final Logger LOG = Logger.getLogger(RunResultConsumer.class);
    private static final String CHANNEL = "run-results";

    private final ResultProgressRepository repository;
    private final DeltaFeed deltas;
    private final ProgressFeed graphs;
    private final Wakeup sends;
    private final BatchIntake<ResultRecord> intake;

    RunResultConsumer(
            ResultProgressRepository repository,
            DeltaFeed deltas,
            ProgressFeed graphs,
            Wakeup sends,
            DeadLetterProducer deadLetters,
            ConsumerRetryPolicy retries,
            AppliedOffsetRegistry offsets) {
        this.repository = repository;
        this.deltas = deltas;
        this.graphs = graphs;
        this.sends = sends;
        this.intake = new BatchIntake<>(CHANNEL, deadLetters, retries, offsets);
    }

    @Incoming(CHANNEL)
    Uni<Void> apply(ConsumerRecords<byte[], byte[]> records) {
        FailPoint.at("delivery.10-read");
        ResultBatch batch = new ResultBatch(repository, deltas, graphs, sends);
        return intake.process(records, batch).chain(() -> publishDeltas(batch));
    }

    /** Completes before the next batch, which may hold the end of a part: no delta may follow it. A failure loses deltas only. */
    private Uni<Void> publishDeltas(ResultBatch batch) {
        return Uni.createFrom()
                .deferred(() -> deltas.publishDeltas(batch.deltaRecords()))
                .onFailure()
                .invoke(failure -> LOG.warnf(failure, "deltas of a batch are not published"))
                .onFailure()
                .recoverWithNull();
    }
}
