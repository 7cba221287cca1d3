package dev.agenthost.context;

import static dev.agenthost.context.fixture.Records.conversation;
import static dev.agenthost.context.fixture.Records.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.context.common.MemoryCapacity;
import dev.agenthost.context.described.DescribedArtifacts;
import dev.agenthost.context.described.DescribedAudit;
import dev.agenthost.context.described.DescribedFiles;
import dev.agenthost.context.described.DescribedForgetting;
import dev.agenthost.context.described.DescribedHistory;
import dev.agenthost.context.described.DescribedKnowledge;
import dev.agenthost.context.described.DescribedRuns;
import dev.agenthost.context.described.DescribedSkills;
import dev.agenthost.context.described.DescribedUploads;
import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.fixture.ContextSettings;
import dev.agenthost.platform.rest.OpenApiValidationFilter;
import dev.agenthost.protocol.event.EventEnvelope;
import dev.agenthost.testkit.KafkaTestBroker;
import dev.agenthost.testkit.PostgresTestDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Compares the responses of the service with its OpenAPI description. */
@QuarkusTest
@QuarkusTestResource(KafkaTestBroker.class)
@QuarkusTestResource(PostgresTestDatabase.class)
@QuarkusTestResource(ContextSettings.class)
class DescriptionTest {
    @Inject
    Pool pool;

    @Inject
    MemoryCapacity room;

    @Test
    void theCopiesInTheDocumentationAreWhatIsServed() throws IOException {
        for (OpenApiValidationFilter api : List.of(publicOne(), internalOne())) {
            api.isWhole();
            api.isItsCopy();
        }
    }

    /** Excludes 413, where the service closes the connection during the upload, and 500, which needs a broken database. */
    @Test
    void everyAnswerIsAsDescribedAndEveryDescribedAnswerIsGiven() {
        OpenApiValidationFilter asked = publicOne();
        OpenApiValidationFilter between = internalOne();
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "hello");

        DescribedHistory.ask(asked, between, here, event);
        DescribedForgetting.ask(asked, here);
        DescribedAudit.ask(asked);
        new DescribedArtifacts(pool).ask(asked, between, event);
        DescribedArtifacts.rawPayloads(asked, between, conversation("raw-" + UUID.randomUUID()));
        DescribedUploads.ask(asked, between, event);
        new DescribedFiles(room).ask(asked, between);
        DescribedSkills.ask(asked, between, event);
        DescribedRuns.ask(between, event);
        new DescribedKnowledge(pool).ask(asked, between);
        DescribedRuns.refusals(between);

        assertThat(asked.unseen("413", "500", "503")).isEmpty();
        assertThat(between.unseen("413", "500")).isEmpty();
    }

    private static OpenApiValidationFilter publicOne() {
        return OpenApiValidationFilter.of("context-store");
    }

    private static OpenApiValidationFilter internalOne() {
        return OpenApiValidationFilter.of("context-store-internal", "/q/openapi/internal");
    }
}
