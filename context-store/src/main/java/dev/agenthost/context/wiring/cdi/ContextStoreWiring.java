package dev.agenthost.context.wiring.cdi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.context.eventlog.AppliedOffsets;
import dev.agenthost.context.eventlog.Cursors;
import dev.agenthost.context.eventlog.OffsetRepository;
import dev.agenthost.context.eventlog.PartitionRef;
import dev.agenthost.context.eventlog.PositionGate;
import dev.agenthost.context.eventlog.PositionWaiter;
import dev.agenthost.context.intake.BatchRepository;
import dev.agenthost.context.intake.kafka.KnownOffsetRepository;
import dev.agenthost.context.intake.metrics.TimedBatchRepository;
import dev.agenthost.context.intake.metrics.TimedPositionWaiter;
import dev.agenthost.context.intake.postgres.PostgresBatchRepository;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.postgres.PostgresStorageRepository;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.platform.observability.AppliedOffsetSource;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Provides the implementations of the service's ports. */
@Dependent
class ContextStoreWiring {
    @Produces
    @Singleton
    ObjectMapper mapper() {
        return ProtocolCodec.mapperOfOthers();
    }

    @Produces
    @Singleton
    Cursors cursors(CursorSettings settings) {
        return new Cursors(settings.secrets());
    }

    @Produces
    @Singleton
    AppliedOffsets applied() {
        return new AppliedOffsets();
    }

    /** Reports the applied offsets; a commit to Kafka that fails in a rebalance loses nothing. */
    @Produces
    @Singleton
    AppliedOffsetSource appliedRecords(AppliedOffsets known) {
        return (topic, partition) -> known.next(new PartitionRef(topic, partition));
    }

    @Produces
    @Singleton
    OffsetRepository offsets(KnownOffsetRepository stored) {
        return stored::next;
    }

    @Produces
    @Singleton
    PositionWaiter positions(
            AppliedOffsets known, OffsetRepository offsets, MeterRegistry registry, MetricNamespace stage) {
        return new TimedPositionWaiter(new PositionGate(known, offsets), registry, stage);
    }

    @Produces
    @Singleton
    BatchRepository batches(Pool pool, Analysis analysis, MeterRegistry registry, MetricNamespace stage) {
        return new TimedBatchRepository(new PostgresBatchRepository(pool, analysis), registry, stage);
    }

    @Produces
    @Singleton
    StorageRepository storage(Pool pool, StorageSettings settings) {
        return new PostgresStorageRepository(pool, settings.quota());
    }
}
