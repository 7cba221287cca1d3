package dev.agenthost.im.line.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.line.inbound.LineFile;
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

class LineFileDownloadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] CONTENT = {1, 2, 3};
    private static final String TOKEN = "token-1";

    /** Long enough for the first call of a process on a busy machine. No outcome here is that of a timeout. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private LineFileServer platform;

    @BeforeEach
    void start() throws IOException {
        platform = new LineFileServer(TOKEN);
        platform.offer("325708", CONTENT);
    }

    @AfterEach
    void stop() {
        platform.close();
    }

    @AfterAll
    static void end() {
        VERTX.close();
    }

    @ParameterizedTest
    @CsvSource({"image,,image", "file,a.pdf,a.pdf"})
    void aFileIsFetchedWithTheTokenOfTheChannel(String kind, @Nullable String name, String path) {
        assertThat(download(new LineFile(kind, "325708", name, null, false), TOKEN, 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> {
                    assertThat(received.content()).isEqualTo(CONTENT);
                    assertThat(received.path()).isEqualTo(path);
                });
    }

    @Test
    void aFileThatIsStillPreparedMayBeThereTheNextTime() {
        platform.prepare(1);

        assertThat(download(image("325708"), TOKEN, 3))
                .isEqualTo(new FileAnswer.Failed("the platform still prepares the file"));
        assertThat(download(image("325708"), TOKEN, 3)).isInstanceOf(FileAnswer.Received.class);
    }

    @Test
    void aLargerFileIsNotRead() {
        assertThat(download(image("325708"), TOKEN, 2)).isEqualTo(new FileAnswer.TooLarge());
    }

    @Test
    void anUnknownMessageAndAnotherTokenAreRefused() {
        assertThat(download(image("1"), TOKEN, 3)).isEqualTo(new FileAnswer.Refused("status 404"));
        assertThat(download(image("325708"), "other", 3)).isEqualTo(new FileAnswer.Refused("status 401"));
    }

    @ParameterizedTest
    @CsvSource({
        "204,Failed",
        "302,Elsewhere",
        "400,Refused",
        "403,Refused",
        "410,Refused",
        "429,Failed",
        "500,Failed",
        "503,Failed"
    })
    void aFailureIsNamed(int status, String outcome) {
        platform.fail(status);

        assertThat(download(image("325708"), TOKEN, 3).getClass().getSimpleName())
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"a/../b,Refused", "1?x=2,Refused", "325708#,Refused"})
    void anIdWithOtherCharactersIsNotSent(String id, String outcome) {
        assertThat(download(image(id), TOKEN, 3).getClass().getSimpleName()).isEqualTo(outcome);
        assertThat(platform.calls()).isZero();
    }

    @Test
    void aFileAtAnotherServerIsNotFetched() {
        assertThat(download(new LineFile("image", "325708", null, null, true), TOKEN, 3))
                .isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.calls()).isZero();
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(download(false, image("325708"), TOKEN, 3)).isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.calls()).isZero();
    }

    @Test
    void theAddressOfThePlatformIsTheDefaultAndNoTokenIsPrinted() {
        LineContentServer server = LineContentServer.of(JsonNodeFactory.instance.objectNode(), TOKEN);

        assertThat(server.dataUrl()).isEqualTo("https://api-data.line.me");
        assertThat(server).hasToString("LineContentServer[https://api-data.line.me]");
    }

    private static LineFile image(String messageId) {
        return new LineFile("image", messageId, null, null, false);
    }

    private FileAnswer download(LineFile file, String token, int most) {
        return download(true, file, token, most);
    }

    private FileAnswer download(boolean isPrivateAllowed, LineFile file, String token, int most) {
        EgressClient outbound =
                new EgressClient(VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, TIMEOUT);
        LineContentServer server = LineContentServer.of(
                JsonNodeFactory.instance.objectNode().put("data_url", platform.url() + "/"), token);
        return new LineFileDownload(outbound, TIMEOUT)
                .download(server, file, most)
                .await()
                .atMost(TIMEOUT.multipliedBy(2));
    }
}
