package dev.agenthost.context.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.protocol.store.artifact.ArtifactOwner;
import dev.agenthost.protocol.store.artifact.UploadGrant;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RunTokensTest {
    private static final List<byte[]> KEYS = List.of("sixteen bytes or more".getBytes(StandardCharsets.UTF_8));
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final RunTokens tokens = new RunTokens(KEYS, Duration.ofMinutes(15));
    private final DownloadLinks links = new DownloadLinks(KEYS);
    private final ArtifactOwner owner = Artifacts.owner(UUID.randomUUID(), "c");

    @Test
    void aTokenNamesItsAttemptUntilItExpires() {
        RunTokens.RunToken given = tokens.issue(new UploadGrant(owner, 3, Artifacts.RUNNER), NOW);

        assertThat(tokens.read(given.token(), given.expiresAt().minusMillis(1)))
                .contains(new Uploader.Attempt(owner, 3, Artifacts.RUNNER));
        assertThat(tokens.read(given.token(), given.expiresAt())).isEmpty();
    }

    @Test
    void aTokenHasTheOwnerOfItsRun() {
        ArtifactOwner whole = new ArtifactOwner("demo", owner.runId(), "bot", "c", null, "b1", "ada", "order/7");
        RunTokens.RunToken given = tokens.issue(new UploadGrant(whole, 1, Artifacts.RUNNER), NOW);

        assertThat(tokens.read(given.token(), NOW)).contains(new Uploader.Attempt(whole, 1, Artifacts.RUNNER));
    }

    @Test
    void aLinkIsForOneArtifactUntilItExpires() {
        DownloadLinks.Opens opens = new DownloadLinks.Opens("demo", "a", null, "0".repeat(64), NOW);
        String token = links.token(opens);

        assertThat(links.read(token, "a", NOW.minusMillis(1))).contains(opens);
        assertThat(links.read(token, "b", NOW.minusMillis(1))).isEmpty();
        assertThat(links.read(token, "a", NOW)).isEmpty();
    }

    @Test
    void linksAndRunTokensAreSeparate() {
        String link = links.token(new DownloadLinks.Opens("demo", "a", null, "0".repeat(64), NOW.plusSeconds(9)));
        String token =
                tokens.issue(new UploadGrant(owner, 1, Artifacts.RUNNER), NOW).token();

        assertThat(tokens.read(link, NOW)).isEmpty();
        assertThat(links.read(token, "a", NOW)).isEmpty();
    }
}
