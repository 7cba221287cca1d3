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
import dev.agenthost.context.run.RunStartRepository;
import dev.agenthost.context.run.postgres.PostgresRunStartRepository;
import dev.agenthost.context.state.StorageRepository;
import dev.agenthost.context.state.postgres.PostgresStateRepository;
import dev.agenthost.context.state.postgres.PostgresStorageRepository;
import dev.agenthost.context.transcript.Analysis;
import dev.agenthost.context.transcript.ConversationRepository;
import dev.agenthost.context.transcript.EventRepository;
import dev.agenthost.context.transcript.RunResultRepository;
import dev.agenthost.context.transcript.TranscriptRepository;
import dev.agenthost.context.transcript.lucene.LuceneAnalysis;
import dev.agenthost.context.transcript.postgres.PostgresConversationRepository;
import dev.agenthost.context.transcript.postgres.PostgresEventRepository;
import dev.agenthost.context.transcript.postgres.PostgresRunResultRepository;
import dev.agenthost.context.transcript.postgres.PostgresTranscriptRepository;
import dev.agenthost.platform.observability.AppliedOffsetSource;
import dev.agenthost.platform.observability.metrics.MetricNamespace;
import dev.agenthost.protocol.json.ProtocolCodec;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Base64;

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
        return new Cursors(settings.keys().stream()
                .map(key -> Base64.getDecoder().decode(key.strip()))
                .toList());
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
    Analysis analysis() {
        return new LuceneAnalysis();
    }

    @Produces
    @Singleton
    TranscriptRepository transcripts(Pool pool) {
        return new PostgresTranscriptRepository(pool);
    }

    @Produces
    @Singleton
    ConversationRepository knownConversations(Pool pool) {
        return new PostgresConversationRepository(pool);
    }

    @Produces
    @Singleton
    RunResultRepository results(Pool pool) {
        return new PostgresRunResultRepository(pool);
    }

    @Produces
    @Singleton
    EventRepository events(Pool pool) {
        return new PostgresEventRepository(pool);
    }

    @Produces
    @Singleton
    PostgresStateRepository state(Pool pool) {
        return new PostgresStateRepository(pool);
    }

    @Produces
    @Singleton
    StorageRepository storage(Pool pool, StorageSettings settings) {
        return new PostgresStorageRepository(pool, settings.quota());
    }

    @Produces
    @Singleton
    RunStartRepository starts(Pool pool) {
        return new PostgresRunStartRepository(pool);
    }
}
