package dev.agenthost.platform.observability.health;

import dev.agenthost.platform.observability.DatabaseProbe;
import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Not ready while the database does not answer. */
@Readiness
@ApplicationScoped
public class DatabaseReadinessCheck implements AsyncHealthCheck {
    private static final String NAME = "database";

    private final DatabaseProbe database;

    DatabaseReadinessCheck(DatabaseProbe database) {
        this.database = database;
    }

    @Override
    public Uni<HealthCheckResponse> call() {
        return database.answers()
                .map(answered -> HealthCheckResponse.up(NAME))
                .onFailure()
                .recoverWithItem(why -> HealthCheckResponse.named(NAME)
                        .down()
                        .withData("why", why.getClass().getSimpleName())
                        .build());
    }
}
