package dev.agenthost.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessDeathsTest {
    private final ProcessDeaths lives = new ProcessDeaths();

    @Test
    void whatGoesOnHasNotDied() {
        lives.look("kafka", 7, 0);
        lives.look("kafka", 7, 0);
        assertThat(lives.deaths()).isZero();
    }

    @Test
    void deathsBeforeTheFirstLookDoNotCount() {
        lives.look("kafka", 7, 2);
        lives.look("kafka", 7, 2);
        assertThat(lives.deaths("kafka")).isZero();
    }

    @Test
    void theSupervisorCountsThoseBetweenTwoLooks() {
        lives.look("kafka", 7, 1);
        lives.look("kafka", 9, 4);
        assertThat(lives.deaths("kafka")).isEqualTo(3);
    }

    @Test
    void anotherIdIsADeathThoughNobodyCountedIt() {
        lives.look("kafka", 7, 0);
        lives.look("kafka", 9, 0);
        assertThat(lives.deaths("kafka")).isEqualTo(1);
    }

    @Test
    void aDeathThatIsSeenAsSuchIsOneAndNotTwo() {
        lives.look("kafka", 7, 0);
        lives.look("kafka", 0, 0);
        lives.look("kafka", 9, 1);
        assertThat(lives.deaths("kafka")).isEqualTo(1);
    }

    @Test
    void whoeverHasNoSupervisorDiesOnceAndStaysDead() {
        lives.look("runner", 7, 0);
        lives.look("runner", 0, 0);
        lives.look("runner", 0, 0);
        assertThat(lives.deaths("runner")).isEqualTo(1);
    }

    @Test
    void allOfThemAreAddedUp() {
        lives.look("kafka", 7, 0);
        lives.look("runner", 8, 0);
        lives.look("kafka", 9, 1);
        lives.look("runner", 0, 0);
        assertThat(lives.deaths()).isEqualTo(2);
        assertThat(lives.deaths("nobody")).isZero();
    }
}
