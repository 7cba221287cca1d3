package dev.agenthost.orchestrator.hostapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.agenthost.orchestrator.ClaimedRuns;
import dev.agenthost.orchestrator.RunsDatabase;
import dev.agenthost.orchestrator.hostapi.audit.AuditRecord;
import dev.agenthost.orchestrator.hostapi.audit.OutboxAuditTrail;
import dev.agenthost.orchestrator.hostapi.postgres.PostgresAuditOutboxRepository;
import dev.agenthost.protocol.audit.AuditResult;
import dev.agenthost.testkit.PostgresTestDatabase;
import dev.agenthost.testkit.postgres.DatabaseAddress;
import io.smallrye.mutiny.Uni;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A process of its own is killed while a call has its effect; another process's sweep publishes the entry. */
class KilledCallTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "set_plugin_storage|\"key\":\"k\",\"value_base64\":\"AHY=\"|k|plugin",
                "invoke_llm|\"llm_model_uuid\":\"m-1\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]|m-1|conversation",
                "invoke_llm_stream|\"llm_model_uuid\":\"m-1\",\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]|m-1|conversation",
            })
    void aCallUnderWayWhenItsProcessIsKilledHasAnEntry(String action, String fields, String resource, String scope)
            throws Exception {
        DatabaseAddress at = PostgresTestDatabase.freshDatabase();
        try (RunsDatabase database = RunsDatabase.at(at)) {
            String frame = "{\"seq_id\":1,\"action\":\"%s\",\"data\":{\"run_id\":\"%s\",%s}}"
                    .formatted(action, KilledHost.RUN, fields);
            Process process = host(at, frame);
            try (BufferedReader lines = process.inputReader()) {
                assertThat(lines.lines().filter("under way"::equals).findFirst())
                        .isPresent();
            } finally {
                process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
            }
            database.pool()
                    .query("UPDATE runs.audit_outbox SET written_at = written_at - interval '11 seconds'")
                    .executeAndAwait();
            List<AuditRecord> published = new CopyOnWriteArrayList<>();
            OutboxAuditTrail other =
                    new OutboxAuditTrail(new PostgresAuditOutboxRepository(database.pool()), record -> Uni.createFrom()
                            .item(() -> {
                                published.add(record);
                                return null;
                            }));

            other.sweep();

            await().atMost(Duration.ofSeconds(30)).until(() -> !published.isEmpty());
            assertThat(published).singleElement().satisfies(record -> {
                assertThat(record.key()).isEqualTo(ClaimedRuns.message().conversationKey());
                assertThat(record.entry().runId()).isEqualTo(KilledHost.RUN);
                assertThat(record.entry().runnerId()).isEqualTo(ClaimedRuns.PROBE.toString());
                assertThat(record.entry().action()).isEqualTo(action);
                assertThat(record.entry().resource()).isEqualTo(resource);
                assertThat(record.entry().scope()).isEqualTo(scope);
                assertThat(record.entry().result()).isEqualTo(AuditResult.UNKNOWN);
            });
        }
    }

    private static Process host(DatabaseAddress at, String frame) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledHost.class.getName(),
                        at.reactiveUrl(),
                        at.user(),
                        frame)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
