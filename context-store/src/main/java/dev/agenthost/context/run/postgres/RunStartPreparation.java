package dev.agenthost.context.run.postgres;

import dev.agenthost.platform.observability.Preparation;
import dev.agenthost.platform.observability.SampleRecords;
import dev.agenthost.platform.observability.postgres.ConnectionPreparation;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.protocol.id.RunId;
import dev.agenthost.protocol.json.ProtocolCodec;
import dev.agenthost.protocol.json.UndecodableException;
import dev.agenthost.protocol.store.RunContextQuestion;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.UUID;

/** Prepares the query of a run's start with a run that does not exist, and rolls back. */
@ApplicationScoped
class RunStartPreparation implements Preparation {
    private final Pool pool;

    RunStartPreparation(Pool pool) {
        this.pool = pool;
    }

    @Override
    public void prepare() throws UndecodableException {
        var event = ProtocolCodec.decode(SampleRecords.of(EventEnvelope.class), EventEnvelope.class);
        var question = new RunContextQuestion(
                event.workspaceId(),
                new RunId(UUID.randomUUID()),
                1,
                event.eventId(),
                event.botId(),
                event.conversationId(),
                event.threadId(),
                List.of());
        ConnectionPreparation.prepare(pool, connection -> PostgresRunStartRepository.open(connection, question));
    }
}
