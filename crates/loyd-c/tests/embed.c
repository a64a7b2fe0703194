/* A program that embeds loyd, for tests/embed.rs: prints a line for each thing that it checks, and returns 0 if all
 * are right. */
#include "loyd.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int failures;

static void expect(const char *what, int is_right) {
    printf("%s: %s\n", what, is_right ? "right" : "WRONG");
    failures += !is_right;
}

static int ends(loyd_session *session, const char *name, const char *request, int code, const char *part) {
    char *result = NULL;
    int actual = loyd_request(session, name, request, &result);
    int is_right = actual == code && result != NULL && strstr(result, part) != NULL;
    if (!is_right) printf("%d %s\n", actual, result ? result : "(null)");
    loyd_free(result);
    return is_right;
}

static void *cancel_later(void *session) {
    usleep(300000);
    loyd_cancel(session);
    return NULL;
}

int main(void) {
    loyd_session *session = loyd_session_new(0);
    expect("version", strcmp(loyd_version(), "0.1.0") == 0);
    for (int i = 0; i < 3; i++)
        expect("solve", ends(session, "solve", "{\"board\": \"8 6 7 2 5 4 3 0 1\"}", LOYD_OK, "\"length\":31,\"proven\":true"));
    expect("array", ends(session, "solve", "{\"board\": [1,2,3,4,0,6,7,5,8]}", LOYD_OK, "\"moves\":\"U L\""));
    expect("cube", ends(session, "solve", "{\"board\": \"R U F\", \"puzzle\": \"cube2\"}", LOYD_OK, "\"length\":3"));
    expect("check", ends(session, "check", "{\"board\": \"2 1 3 4 5 6 7 8 0\"}", LOYD_OK, "\"solvable\":false"));
    expect("replay", ends(session, "replay", "{\"board\": \"1 2 3 4 0 6 7 5 8\", \"moves\": \"U L\"}", LOYD_OK, "\"valid\":true"));
    expect("scramble", ends(session, "scramble", "{\"size\": \"3x3\", \"count\": 2, \"seed\": 7}", LOYD_OK, "\"positions\":["));
    expect("enumerate", ends(session, "enumerate", "{\"size\": \"3x3\"}", LOYD_OK, "\"total\":181440"));
    expect("define", ends(session, "define", "{\"definition\": \"Name Ring\\nSet P 3 1\\nMove C\\nP\\n3 1 2\\nEnd\\n\"}", LOYD_OK, "\"size\":"));
    expect("puzzles", ends(session, "puzzles", "{}", LOYD_OK, "\"name\":\"cube3\""));
    expect("board missing", ends(session, "solve", "{}", LOYD_WRONG, "\"what\":\"board\""));
    expect("board wrong", ends(session, "solve", "{\"board\": \"1 1\"}", LOYD_WRONG, "\"what\":\"board\""));
    expect("field unknown", ends(session, "solve", "{\"board\": \"1 0\", \"heuristics\": 1}", LOYD_WRONG, "heuristics"));
    expect("not JSON", ends(session, "solve", "board", LOYD_WRONG, "JSON"));
    expect("not UTF-8", ends(session, "solve", "\xff", LOYD_WRONG, "UTF-8"));
    expect("no such request", ends(session, "solves", "{}", LOYD_WRONG, "solves"));
    expect("goal wrong", ends(session, "check", "{\"board\": \"1 2 3 0\", \"goal\": \"middle\"}", LOYD_WRONG, "\"what\":\"goal\""));
    char *result = NULL;
    expect("null session", loyd_request(NULL, "solve", "{}", &result) == LOYD_WRONG && result == NULL);
    expect("null name", loyd_request(session, NULL, "{}", &result) == LOYD_WRONG && result == NULL);
    expect("null request", loyd_request(session, "solve", NULL, &result) == LOYD_WRONG && result == NULL);
    expect("null result", loyd_request(session, "solve", "{}", NULL) == LOYD_WRONG);
    loyd_free(NULL);
    loyd_cancel(NULL);
    loyd_session_free(NULL);
    pthread_t thread;
    pthread_create(&thread, NULL, cancel_later, session);
    expect("cancelled", ends(session, "solve",
        "{\"board\": \"24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\", \"heuristic\": \"manhattan\"}",
        LOYD_OK, "\"status\":\"stopped\""));
    pthread_join(thread, NULL);
    expect("after it", ends(session, "solve", "{\"board\": \"1 2 3 4 0 6 7 5 8\"}", LOYD_OK, "\"length\":2"));
    loyd_session_free(session);
    return failures != 0;
}
