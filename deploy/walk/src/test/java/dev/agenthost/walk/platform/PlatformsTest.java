package dev.agenthost.walk.platform;

import dev.agenthost.walk.box.WalkBox;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The scenarios of all platforms with scripted counterparts, on one real box. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PlatformsTest
        implements TelegramChat,
                OneBotChat,
                LarkChat,
                SlackChat,
                DiscordChat,
                DingTalkChat,
                WeComChat,
                LineChat,
                ChatConnections,
                InterruptedSends,
                GuidePictures {
    private HeldTelegram telegram;
    private HeldOneBot oneBot;
    private HeldLark lark;
    private HeldSlack slack;
    private HeldDiscord discord;
    private HeldDingTalk dingTalk;
    private HeldWeCom weCom;
    private HeldLine line;
    private WalkBox walk;

    @BeforeAll
    void start() throws Exception {
        telegram = new HeldTelegram();
        oneBot = new HeldOneBot();
        lark = new HeldLark();
        slack = new HeldSlack();
        discord = new HeldDiscord();
        dingTalk = new HeldDingTalk();
        weCom = new HeldWeCom();
        line = new HeldLine();
        Map<String, String> settings = new HashMap<>(InterruptedSends.settings());
        settings.put("agenthost.egress.allow", "127.0.0.0/8");
        for (HeldPlatform platform : platforms()) {
            settings.putAll(platform.settings());
            platform.secrets().forEach((name, value) -> {
                settings.put("agenthost.secrets.\"" + name + "\"", value);
                settings.put("agenthost.secret-workspaces.\"" + name + "\"", "demo");
            });
        }
        walk = WalkBox.withEcho(settings);
    }

    @AfterAll
    void stop() {
        if (walk != null) {
            walk.close();
        }
        platforms().forEach(HeldPlatform::close);
    }

    private List<HeldPlatform> platforms() {
        return List.of(telegram, oneBot, lark, slack, discord, dingTalk, weCom, line);
    }

    @Override
    public WalkBox walk() {
        return walk;
    }

    @Override
    public HeldTelegram heldTelegram() {
        return telegram;
    }

    @Override
    public HeldOneBot heldOneBot() {
        return oneBot;
    }

    @Override
    public HeldLark heldLark() {
        return lark;
    }

    @Override
    public HeldSlack heldSlack() {
        return slack;
    }

    @Override
    public HeldDiscord heldDiscord() {
        return discord;
    }

    @Override
    public HeldDingTalk heldDingTalk() {
        return dingTalk;
    }

    @Override
    public HeldWeCom heldWeCom() {
        return weCom;
    }

    @Override
    public HeldLine heldLine() {
        return line;
    }
}
