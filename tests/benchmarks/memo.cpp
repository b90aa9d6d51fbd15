// POJ 1143 by a plain memo search: the yardstick for `numbergame poj`.
// Reads the judge's input on standard input and prints its output.
#include <cstdio>
#include <unordered_map>
#include <vector>

static std::unordered_map<unsigned, bool> memo;

static unsigned after(unsigned available, int number) {
    unsigned rest = available & ~(1u << number);
    for (int n = number + 1; n <= 30; ++n)
        if (rest >> n & 1)
            for (int k = number; k <= n; k += number)
                if (k == n || (n - k > 1 && !(rest >> (n - k) & 1))) {
                    rest &= ~(1u << n);
                    break;
                }
    return rest;
}

static bool wins(unsigned available) {
    auto known = memo.find(available);
    if (known != memo.end()) return known->second;
    bool found = false;
    for (int n = 2; n <= 30 && !found; ++n)
        if (available >> n & 1) found = !wins(after(available, n));
    return memo[available] = found;
}

int main() {
    int count, number;
    for (int test = 1; scanf("%d", &count) == 1 && count; ++test) {
        unsigned available = 0;
        while (count--) {
            if (scanf("%d", &number) != 1) return 1;
            available |= 1u << number;
        }
        std::vector<int> winning;
        for (int n = 2; n <= 30; ++n)
            if (available >> n & 1 && !wins(after(available, n))) winning.push_back(n);
        printf("Test Case #%d\n", test);
        if (winning.empty()) printf("There's no winning move.");
        else printf("The winning moves are:");
        for (int n : winning) printf(" %d", n);
        printf("\n\n");
    }
}
