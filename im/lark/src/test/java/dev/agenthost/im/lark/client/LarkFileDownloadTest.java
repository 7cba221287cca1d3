package dev.agenthost.im.lark.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.lark.inbound.LarkFile;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LarkFileDownloadTest {
    private static final Vertx VERTX = Vertx.vertx();
    private static final byte[] CONTENT = {1, 2, 3};
    private static final LarkFile IMAGE = new LarkFile("image", "om_1", "img_v3_1", null);

    private LarkFileServer platform;
    private LarkFileDownload downloads;

    @BeforeEach
    void start() throws IOException {
        platform = new LarkFileServer("cli_a1", "secret-1");
        platform.offer("om_1", "img_v3_1", "image", CONTENT);
        platform.offer("om_1", "file_v3_2", "file", CONTENT);
        downloads = downloads(true);
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
    @CsvSource({
        "image,img_v3_1,,image",
        "file,file_v3_2,a.pdf,a.pdf",
        "audio,file_v3_2,,audio",
        "video,file_v3_2,,video"
    })
    void aFileIsDownloadedByItsType(String kind, String key, String name, String answered) {
        assertThat(download(new LarkFile(kind, "om_1", key, name), "secret-1", 3))
                .isInstanceOfSatisfying(FileAnswer.Received.class, received -> {
                    assertThat(received.content()).isEqualTo(CONTENT);
                    assertThat(received.path()).isEqualTo(answered);
                });
    }

    @Test
    void aLargerFileIsNotRead() {
        assertThat(download(IMAGE, "secret-1", 2)).isEqualTo(new FileAnswer.TooLarge());
    }

    @Test
    void aTokenThatIsRefusedIsReplacedOnce() {
        download(IMAGE, "secret-1", 3);
        platform.revoke();

        assertThat(download(IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Received.class);
        assertThat(platform.tokens()).isEqualTo(2);
        assertThat(platform.calls()).isEqualTo(3);
    }

    @Test
    void aPlatformThatRefusesEveryTokenIsAskedTwice() {
        platform.refuseTokens();

        assertThat(download(IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Failed.class);
        assertThat(platform.calls()).isEqualTo(2);
    }

    @Test
    void aFileOfAnotherMessageIsRefused() {
        assertThat(download(new LarkFile("image", "om_2", "img_v3_1", null), "secret-1", 3))
                .isEqualTo(new FileAnswer.Refused("code 234003"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../../../auth", "a/b", "a?type=file", "a%2fb", "a b", ""})
    void aKeyThatLeavesThePathIsNotCalled(String key) {
        assertThat(download(new LarkFile("image", "om_1", key, null), "secret-1", 3))
                .isInstanceOf(FileAnswer.Refused.class);
        assertThat(download(new LarkFile("image", key, "img_v3_1", null), "secret-1", 3))
                .isInstanceOf(FileAnswer.Refused.class);
        assertThat(platform.calls()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"302,Elsewhere", "403,Refused", "404,Refused", "429,Failed", "500,Failed", "503,Failed"})
    void aFailureIsNamed(int status, String outcome) {
        platform.fail(status);

        assertThat(download(IMAGE, "secret-1", 3).getClass().getSimpleName()).isEqualTo(outcome);
    }

    @Test
    void withoutTheRightSecretNoFileIsAskedFor() {
        assertThat(download(IMAGE, "other", 3))
                .isEqualTo(new FileAnswer.Unconfigured("the platform gives no token: code 10014"));
        assertThat(platform.calls()).isZero();
    }

    @Test
    void aPrivateNetworkIsNotCalled() {
        assertThat(download(downloads(false), IMAGE, "secret-1", 3)).isInstanceOf(FileAnswer.Elsewhere.class);
        assertThat(platform.tokens()).isZero();
    }

    private FileAnswer download(LarkFile file, String secret, int most) {
        return download(downloads, file, secret, most);
    }

    private FileAnswer download(LarkFileDownload by, LarkFile file, String secret, int most) {
        return by.download(new LarkApp(platform.url(), "cli_a1", secret), file, most)
                .await()
                .atMost(Duration.ofSeconds(20));
    }

    private static LarkFileDownload downloads(boolean isPrivateAllowed) {
        EgressClient outbound = new EgressClient(
                VERTX, new AddressPolicy(isPrivateAllowed, AllowList.parse(List.of())), 4, Duration.ofSeconds(2));
        Duration timeout = Duration.ofSeconds(5);
        return new LarkFileDownload(outbound, new TenantTokens(outbound, timeout, InstantSource.system()), timeout);
    }
}
