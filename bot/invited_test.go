package bot_test

import ()
