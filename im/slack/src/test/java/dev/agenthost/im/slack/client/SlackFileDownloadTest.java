package dev.agenthost.im.slack.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.slack.inbound.SlackFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlackFileDownloadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] CONTENT = {1, 2, 3};
    private static final byte[] PAGE = "<html>a page of a person</html>".getBytes();

    private SlackFileServer platform;

    @BeforeEach
    void start() throws IOException {
        platform = new SlackFileServer("xoxb-1");
        platform.offer("F1", "image/png", CONTENT);
        platform.offer("F2", "text/html", PAGE);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @Test
    void aFileIsDownloadedWithTheTokenOfItsBot() {
        assertThat(download(served("F1", "image/png", 3L), "xoxb-1", 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> {
                    assertThat(received.content()).isEqualTo(CONTENT);
                    assertThat(received.path()).isEqualTo("a.bin");
                });
        assertThat(platform.calls()).containsExactly("Bearer xoxb-1");
    }

    @Test
    void aLargerFileIsNotRead() {
        assertThat(download(served("F1", "image/png", 3L), "xoxb-1", 2)).isEqualTo(new FileAnswer.TooLarge());
    }

    /** Without the right to a file, the platform answers 200 with a page for people. */
    @Test
    void aLoginPageIsNoFile() {
        assertThat(download(served("F1", "image/png", 3L), "xoxb-other", 1000)).isInstanceOf(FileAnswer.Refused.class);
        assertThat(download(served("F2", "text/html", (long) PAGE.length), "xoxb-other", 1000))
                .isInstanceOf(FileAnswer.Refused.class);
        assertThat(download(served("F1", null, null), "xoxb-other", 1000)).isInstanceOf(FileAnswer.Refused.class);
    }

    @Test
    void aPageOfAPersonIsAFile() {
        assertThat(download(served("F2", "text/html", (long) PAGE.length), "xoxb-1", 1000))
                .isInstanceOf(FileAnswer.Received.class);
    }

    @Test
    void aFileThatThePlatformDoesNotHaveIsNotAskedFor() {
        assertThat(download(file(new SlackFile.Location.External(), null, null), "xoxb-1", 3))
                .isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(download(file(new SlackFile.Location.Withheld("the file is deleted"), null, null), "xoxb-1", 3))
                .isEqualTo(new FileAnswer.Refused("the file is deleted"));
        assertThat(platform.calls()).isEmpty();
    }

    /** The address is in the payload: another host would learn the token. */
    @Test
    void anotherHostDoesNotReceiveTheToken() throws IOException {
        try (SlackFileServer other = new SlackFileServer("xoxb-1")) {
            other.offer("F1", "image/png", CONTENT);
            SlackFile.Location elsewhere = new SlackFile.Location.Served(other.fileUrl("F1"));

            assertThat(download(file(elsewhere, "image/png", 3L), "xoxb-1", 3))
                    .isInstanceOf(FileAnswer.Elsewhere.class);
            assertThat(other.calls()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"403,Refused", "404,Refused", "429,Failed", "500,Failed", "503,Failed"})
    void aFailureIsNamed(int status, String outcome) {
        platform.fail(status);

        assertThat(download(served("F1", "image/png", 3L), "xoxb-1", 3)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"/?redir=%2Ffiles-pri%2FF1,Refused", "https://elsewhere.example/,Elsewhere"})
    void aRedirectIsNotFollowed(String location, String outcome) {
        platform.redirect(location);

        assertThat(download(served("F1", "image/png", 3L), "xoxb-1", 3)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(outcome);
        assertThat(platform.calls()).hasSize(1);
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        SlackFileDownload strict = new SlackFileDownload(client(false), Duration.ofSeconds(5));

        assertThat(strict.download(new SlackApp(platform.apiUrl(), "A1", "xoxb-1"), served("F1", "image/png", 3L), 3)
                        .await()
                        .atMost(Duration.ofSeconds(20)))
                .isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.calls()).isEmpty();
    }

    private FileAnswer download(SlackFile file, String token, int most) {
        return new SlackFileDownload(client(true), Duration.ofSeconds(5))
                .download(new SlackApp(platform.apiUrl(), "A1", token), file, most)
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    private SlackFile served(String id, @Nullable String mimeType, @Nullable Long size) {
        return file(new SlackFile.Location.Served(platform.fileUrl(id)), mimeType, size);
    }

    private static SlackFile file(SlackFile.Location location, @Nullable String mimeType, @Nullable Long size) {
        return new SlackFile("F1", "file", "a.bin", mimeType, size, location);
    }

    private static EgressClient client(boolean isPrivateAllowed) {
        return new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
    }
}
