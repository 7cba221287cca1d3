package dev.agenthost.im.wecom.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.wecom.inbound.WeComFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeComFileDownloadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] CONTENT = {1, 2, 3};
    private static final WeComFile IMAGE = new WeComFile("image", "media-1", null);
    private static final String SECRET = "secret+1&x";

    private WeComFileServer platform;

    @BeforeEach
    void start() throws IOException {
        platform = new WeComFileServer("ww1a", SECRET);
        platform.offer("media-1", CONTENT);
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
    void aFileIsFetchedWithTheTokenOfTheApplication() {
        WeComFileDownload downloads = downloads(true);
        for (int i = 0; i < 2; i++) {
            assertThat(download(downloads, IMAGE, SECRET, 3))
                    .isInstanceOfSatisfying(FileAnswer.Received.class, received -> {
                        assertThat(received.content()).isEqualTo(CONTENT);
                        assertThat(received.path()).isEqualTo("image");
                    });
        }
        assertThat(platform.tokens()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "file  |            | attachment; filename=\"a b.pdf\"                          | a b.pdf",
                "file  |            | attachment; filename=\"x.pdf\"; filename*=UTF-8''%E6%97%B6.pdf | 时.pdf",
                "file  |            | attachment; filename=\"../../etc/passwd\"                 | passwd",
                "file  |            | attachment; filename*=UTF-8''%E6%ZZ                       | file",
                "file  | known.pdf  | attachment; filename=\"x.pdf\"                            | known.pdf",
                "image |            | attachment; filename=\"media-1.jpg\"                      | image"
            })
    void aFileHasTheNameOfItsMessageOrOfItsAnswer(String kind, String known, String disposition, String name) {
        platform.offer("media-1", CONTENT, disposition);

        assertThat(download(new WeComFile(kind, "media-1", known), SECRET, 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> assertThat(received.path())
                        .isEqualTo(name));
    }

    @Test
    void aFileThatLooksLikeAnErrorIsAFile() {
        byte[] json = "{\"errcode\":40007}".getBytes(StandardCharsets.UTF_8);
        platform.offer("media-1", json);

        assertThat(download(IMAGE, SECRET, 100))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> assertThat(received.content())
                        .isEqualTo(json));
    }

    @Test
    void aLargerFileIsNotRead() {
        assertThat(download(IMAGE, SECRET, 2)).isEqualTo(new FileAnswer.TooLarge());
    }

    @Test
    void aTokenThatIsRefusedIsReplacedOnce() {
        WeComFileDownload downloads = downloads(true);
        download(downloads, IMAGE, SECRET, 100);
        platform.revoke();

        assertThat(download(downloads, IMAGE, SECRET, 100)).isInstanceOf(FileAnswer.Received.class);
        assertThat(platform.tokens()).isEqualTo(2);
        assertThat(platform.calls()).isEqualTo(3);
    }

    @Test
    void aPlatformThatRefusesEveryTokenIsAskedTwice() {
        platform.refuseTokens();

        assertThat(download(IMAGE, SECRET, 100)).isInstanceOf(FileAnswer.Failed.class);
        assertThat(platform.calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({
        "40007,Refused",
        "40013,Refused",
        "830002,TooLarge",
        "-1,Failed",
        "45009,Failed",
        "45033,Failed",
        "42001,Failed"
    })
    void anErrorIsNamed(int errcode, String outcome) {
        platform.refuse(errcode);

        assertThat(download(IMAGE, SECRET, 100).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"302,Elsewhere", "403,Refused", "404,Refused", "429,Failed", "500,Failed", "503,Failed"})
    void aFailureIsNamed(int status, String outcome) {
        platform.fail(status);

        assertThat(download(IMAGE, SECRET, 100).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void anIdWithOtherCharactersIsNotSent() {
        assertThat(download(new WeComFile("image", "a b", null), SECRET, 3)).isInstanceOf(FileAnswer.Refused.class);
        assertThat(platform.calls()).isZero();
    }

    @Test
    void withoutTheRightSecretNoFileIsAskedFor() {
        assertThat(download(IMAGE, "other", 3))
                .isEqualTo(new FileAnswer.Unconfigured("the platform gives no token: code 40001"));
        assertThat(platform.calls()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"errcode\":-1,\"errmsg\":\"busy\"}",
                "200 | {\"errcode\":45009,\"errmsg\":\"limit\"}",
                "200 | {\"errcode\":0,\"errmsg\":\"ok\"}",
                "200 | no JSON",
                "502 | bad gateway"
            })
    void withoutATokenTheFileMayBeThereTheNextTime(int status, String body) {
        platform.answerTokens(status, body);

        assertThat(download(IMAGE, SECRET, 3)).isInstanceOf(FileAnswer.Failed.class);
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(download(downloads(false), IMAGE, SECRET, 3)).isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.tokens()).isZero();
    }

    private FileAnswer download(WeComFile file, String secret, int most) {
        return download(downloads(true), file, secret, most);
    }

    private FileAnswer download(WeComFileDownload by, WeComFile file, String secret, int most) {
        WeComApp app = WeComApp.of(
                JsonNodeFactory.instance
                        .objectNode()
                        .put("corp_id", "ww1a")
                        .put("agent_id", 1000002)
                        .put("api_url", platform.url()),
                secret);
        return by.download(app, file, most).await().atMost(Duration.ofSeconds(20));
    }

    private static WeComFileDownload downloads(boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        Duration timeout = Duration.ofSeconds(5);
        return new WeComFileDownload(outbound, new WeComTokens(outbound, timeout, InstantSource.system()), timeout);
    }
}
