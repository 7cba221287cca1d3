package dev.agenthost.walk.page;

import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.agenthost.walk.box.FrontDoor;
import dev.agenthost.walk.box.WalkBox;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** What a person sees and does, in a real browser on one real box. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageTest implements Entering, Talking, GoingWrong, Looking {

    private InstalledBrowser browser;
    private WalkBox walk;
    private Puppet puppet;

    @BeforeAll
    void start() throws Exception {
        browser = InstalledBrowser.startOrSkip();
        PlaywrightAssertions.setDefaultAssertionTimeout(Chat.PATIENCE);
        walk = new WalkBox(1);
        puppet = new Puppet(walk.box);
        walk.demo.bind(LED, walk.demo.agent("page-" + LED, Puppet.RUNNER_ID, FrontDoor.JSON.createObjectNode()));
    }

    @AfterAll
    void stop() {
        if (puppet != null) {
            puppet.close();
        }
        if (walk != null) {
            walk.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Override
    public WalkBox walk() {
        return walk;
    }

    /** It comes by the front door, which some tests take away. */
    @Override
    public Puppet puppet() {
        await().atMost(Duration.ofSeconds(60)).until(puppet::isRegistered);
        return puppet;
    }

    @Override
    public Chat someone(int width, int height) {
        return new Chat(browser.browser(), walk.box.frontDoor().toString(), width, height);
    }
}
