package dev.agenthost.platform.rest.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.agenthost.platform.rest.Problem;
import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProblemMappersTest {
    private final ProblemMappers mappers = new ProblemMappers();

    @Test
    void aWaitBeyondItsLimitIsAnsweredAsRetryable() {
        TimeoutException fault = catchThrowableOfType(
                TimeoutException.class, () -> Uni.createFrom().nothing().await().atMost(Duration.ofMillis(1)));

        Response response = mappers.timedOut(fault);

        assertThat(response.getStatus()).isEqualTo(503);
        assertThat(response.getHeaderString(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
        assertThat(response.getHeaderString(HttpHeaders.CONTENT_TYPE)).isEqualTo(Problem.MEDIA_TYPE);
    }
}
