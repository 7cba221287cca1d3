package dev.agenthost.walk.page;

import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import dev.agenthost.walk.runner.Ledger;
import dev.agenthost.walk.runner.Rehearsals;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The scenarios of the chat page, in a real browser on one real box. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest
        implements PageLogin,
                PageConversation,
                PageGraph,
                PageGraphRestart,
                PageGraphStop,
                PageSync,
                PageComposer,
                PageAttachments,
                PageErrors,
                PageAccessibility {

    private InstalledBrowser browser;
    private WalkBox walk;
    private Ledger ledger;
    private ManualRunner puppet;
    private String foreignKey = "";

    @BeforeAll
    void start() throws Exception {
        browser = InstalledBrowser.startOrSkip();
        PlaywrightAssertions.setDefaultAssertionTimeout(ChatPage.PATIENCE);
        ledger = new Ledger(Files.createTempFile("ledger", ".txt"));
        walk = WalkBox.thatThinks(Rehearsals.settings(ledger.file()));
        puppet = new ManualRunner(walk.box);
        walk.demo.bind(LED, walk.demo.agent("page-" + LED, ManualRunner.RUNNER_ID, FrontDoor.JSON.createObjectNode()));
    }

    @AfterAll
    void stop() throws IOException {
        if (puppet != null) {
            puppet.close();
        }
        if (walk != null) {
            walk.close();
        }
        if (browser != null) {
            browser.close();
        }
        if (ledger != null) {
            Files.deleteIfExists(ledger.file());
        }
    }

    @Override
    public Ledger ledger() {
        return ledger;
    }

    /** Creates the key once, and waits until the services know it. */
    @Override
    public String foreignKey() {
        if (foreignKey.isEmpty()) {
            var wish = FrontDoor.JSON
                    .createObjectNode()
                    .put("name", "stranger")
                    .put("role", "admin")
                    .put("workspace_id", "strangers");
            var host = walk.box.keys().hostKey().orElseThrow().key();
            foreignKey = walk.door
                    .with(host)
                    .call("POST", "/api/v1/keys", wish)
                    .body()
                    .path("secret")
                    .asText();
        }
        var door = walk.door.with(foreignKey);
        await("the key is known")
                .atMost(Duration.ofSeconds(60))
                .until(() -> List.of("caller", "artifacts/none").stream()
                        .noneMatch(path -> door.get("/api/v1/" + path).status() == 401));
        return foreignKey;
    }

    @Override
    public WalkBox walk() {
        return walk;
    }

    /** Waits until the runner is registered: it connects through the front door, which some tests stop. */
    @Override
    public ManualRunner puppet() {
        await().atMost(Duration.ofSeconds(60)).until(puppet::isRegistered);
        return puppet;
    }

    @Override
    public ChatPage someone(int width, int height, String language) {
        return new ChatPage(browser.browser(), walk.box.frontDoor().toString(), width, height, language);
    }
}
