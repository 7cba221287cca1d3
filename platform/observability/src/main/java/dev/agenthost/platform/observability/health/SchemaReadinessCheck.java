package dev.agenthost.platform.observability.health;

import dev.agenthost.platform.observability.SchemaState;
import dev.agenthost.platform.observability.SchemaStatus;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/**
 * Not ready while the schema differs from that of this build. A newer one is accepted if {@code
 * agenthost.observability.accept-newer-schema} permits it: for rolling updates whose migrations are compatible with an older build.
 */
@Readiness
@ApplicationScoped
public class SchemaReadinessCheck implements HealthCheck {
    private final SchemaStatus schema;
    private final boolean acceptNewer;

    SchemaReadinessCheck(
            SchemaStatus schema,
            @ConfigProperty(name = "agenthost.observability.accept-newer-schema", defaultValue = "false")
                    boolean acceptNewer) {
        this.schema = schema;
        this.acceptNewer = acceptNewer;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder answer = HealthCheckResponse.named("schema");
        return switch (schema.state()) {
            case SchemaState.Current current -> answer.up().build();
            case SchemaState.Unseen unseen ->
                answer.down().withData("schema", "not checked yet").build();
            case SchemaState.Behind behind ->
                answer.down()
                        .withData("missing", String.join(", ", behind.missing()))
                        .build();
            case SchemaState.Newer newer ->
                answer.status(acceptNewer)
                        .withData("unknown", String.join(", ", newer.unknown()))
                        .build();
            case SchemaState.Away away ->
                answer.down().withData("database", away.why()).build();
        };
    }
}
