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
    void theDocumentedDescriptionsEqualTheServedOnes() throws IOException {
        for (OpenApiValidationFilter api : List.of(publicOne(), internalOne())) {
            api.isWhole();
            api.isItsCopy();
        }
    }

    /** Excludes 413, where the service closes the connection during the upload, and 500, which needs a broken database. */
    @Test
    void everyResponseMatchesTheDescriptionAndEveryDescribedResponseOccurs() {
        OpenApiValidationFilter api = publicOne();
        OpenApiValidationFilter between = internalOne();
        ConversationRef here = conversation("c-" + UUID.randomUUID());
        EventEnvelope event = said(here, "hello");

        DescribedHistory.call(api, between, here, event);
        DescribedForgetting.call(api, between, here);
        DescribedAudit.call(api);
        new DescribedArtifacts(pool).call(api, between, event);
        DescribedArtifacts.rawPayloads(api, between, conversation("raw-" + UUID.randomUUID()));
        DescribedUploads.call(api, between, event);
        DescribedUploads.attachments(between);
        new DescribedFiles(room).call(api, between);
        DescribedSkills.call(api, between, event);
        DescribedRuns.call(between, event);
        new DescribedKnowledge(pool).call(api, between);
        DescribedRuns.refusals(between);

        assertThat(api.unseen("413", "500", "503")).isEmpty();
        assertThat(between.unseen("413", "500")).isEmpty();
    }

    private static OpenApiValidationFilter publicOne() {
        return OpenApiValidationFilter.of("context-store");
    }

    private static OpenApiValidationFilter internalOne() {
        return OpenApiValidationFilter.of("context-store-internal", "/q/openapi/internal");
    }
}
