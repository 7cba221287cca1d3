package dev.agenthost.context.cdi;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.agenthost.context.cursor.Cursors;
import dev.agenthost.context.history.Events;
import dev.agenthost.context.history.KnownConversations;
import dev.agenthost.context.history.Transcripts;
import dev.agenthost.context.history.postgres.PostgresEvents;
import dev.agenthost.context.history.postgres.PostgresKnownConversations;
import dev.agenthost.context.history.postgres.PostgresTranscripts;
import dev.agenthost.context.intake.BatchLedger;
import dev.agenthost.context.intake.IntakeCondition;
import dev.agenthost.context.intake.metrics.TimedBatches;
import dev.agenthost.context.intake.postgres.PostgresBatchLedger;
import dev.agenthost.context.offset.AppliedOffsets;
import dev.agenthost.context.offset.OffsetLedger;
import dev.agenthost.context.offset.PartitionRef;
import dev.agenthost.context.offset.PositionGate;
import dev.agenthost.context.offset.Positions;
import dev.agenthost.context.offset.metrics.TimedPositions;
import dev.agenthost.context.offset.postgres.PostgresOffsetLedger;
import dev.agenthost.context.results.Results;
import dev.agenthost.context.results.postgres.PostgresResults;
import dev.agenthost.context.search.Analysis;
import dev.agenthost.context.search.lucene.LuceneAnalysis;
import dev.agenthost.context.search.postgres.MissingTerms;
import dev.agenthost.context.start.RunStarts;
import dev.agenthost.context.start.postgres.PostgresRunStarts;
import dev.agenthost.context.state.postgres.PostgresStateStore;
import dev.agenthost.context.storage.StorageStore;
import dev.agenthost.context.storage.cdi.StorageSettings;
import dev.agenthost.context.storage.postgres.PostgresStorageStore;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.watch.consumer.AppliedRecords;
import dev.agenthost.watch.metrics.Stage;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Base64;

/** Which technology stands behind which port. */
@Dependent
class Wiring {
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

    /** A commit to Kafka that fails in a rebalance leaves nothing undone. */
    @Produces
    @Singleton
    AppliedRecords appliedRecords(AppliedOffsets known) {
        return (topic, partition) -> known.next(new PartitionRef(topic, partition));
    }

    @Produces
    @Singleton
    IntakeCondition condition() {
        return new IntakeCondition();
    }

    @Produces
    @Singleton
    OffsetLedger offsets(Pool pool) {
        return new PostgresOffsetLedger(pool);
    }

    @Produces
    @Singleton
    Positions positions(AppliedOffsets known, OffsetLedger offsets, MeterRegistry registry, Stage stage) {
        return new TimedPositions(new PositionGate(known, offsets), registry, stage);
    }

    @Produces
    @Singleton
    BatchLedger batches(Pool pool, Analysis analysis, MeterRegistry registry, Stage stage) {
        return new TimedBatches(new PostgresBatchLedger(pool, analysis), registry, stage);
    }

    @Produces
    @Singleton
    Analysis analysis() {
        return new LuceneAnalysis();
    }

    @Produces
    @Singleton
    MissingTerms missingTerms(Pool pool, Analysis analysis) {
        return new MissingTerms(pool, analysis);
    }

    @Produces
    @Singleton
    Transcripts transcripts(Pool pool) {
        return new PostgresTranscripts(pool);
    }

    @Produces
    @Singleton
    KnownConversations knownConversations(Pool pool) {
        return new PostgresKnownConversations(pool);
    }

    @Produces
    @Singleton
    Results results(Pool pool) {
        return new PostgresResults(pool);
    }

    @Produces
    @Singleton
    Events events(Pool pool) {
        return new PostgresEvents(pool);
    }

    @Produces
    @Singleton
    PostgresStateStore state(Pool pool) {
        return new PostgresStateStore(pool);
    }

    @Produces
    @Singleton
    StorageStore storage(Pool pool, StorageSettings settings) {
        return new PostgresStorageStore(pool, settings.quota());
    }

    @Produces
    @Singleton
    RunStarts starts(Pool pool) {
        return new PostgresRunStarts(pool);
    }
}
